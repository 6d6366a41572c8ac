"""The page on which a kata is done, in a room or on a site of static files."""

import re
from collections.abc import Mapping

from markupsafe import Markup

from dojo.browser.assets import BUTTONS, PAGES
from dojo.screen.markdown import is_outside, render
from dojo.screen.templates import page_frame, template_environment
from dojo.story.katas import Kata
from dojo.story.story import Story

# the sections of a statement that are about commands, and each block of commands with the words before it
FOR_TERMINALS = re.compile(
    r"^## (?:In any language|Where the steps solve it).*?(?=^## |\Z)"
    r"|(?:^[^\n]*[^\n:]\n)*(?:^[^\n]+:\n\n)?^```sh\n.*?^```\n",
    re.MULTILINE | re.DOTALL,
)
# the section with the names that the tests ask for, and what marks a paragraph in it that is about commands
IN_PYTHON = re.compile(r"^## In Python\b.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ABOUT_COMMANDS = re.compile(r"^The first command|`make |docs/participating\.md")


def kata_page(story: Story, kata: Kata, python: Mapping[str, object], sources: str, **shown: object) -> str:
    """Return the page, as HTML.

    `python` says where its Python is: its `base`, its `version`, its `bytes`. `sources` is what the page may
    load and ask besides its own script, as a part of its content security policy. `shown` is what a site has
    in place of a room: the addresses of its `start`, of the `overview` of the steps, and of the `licences`.
    """
    framed = page_frame(kata.title, PAGES / "kata.mjs")
    framed["policy"] = Markup(f"{framed['policy']} {sources}")
    # it links to files that the page does not have
    statement = render(
        told_in_a_browser(kata.statement), lambda link: link if is_outside(link) else "", "task-"
    )
    told = {"kata": kata.name, "module": f"{story.module}.py", "room": not shown, **python}
    of_room = {"overview": "", "licences": f"{python['base']}licences.txt"}
    template = template_environment(PAGES).get_template("kata.html")
    return template.render(
        **framed,
        told=told,
        statement=statement.html,
        buttons=BUTTONS,
        given=kata.given,
        **(shown or of_room),
    )


def told_in_a_browser(statement: str) -> str:
    """Return a statement without what it says of a terminal: there is none in a browser."""
    remaining = FOR_TERMINALS.sub("", statement)
    return IN_PYTHON.sub(lambda section: without_commands(section[0]), remaining)


def without_commands(section: str) -> str:
    """Return a section without its paragraphs about commands; nothing if that leaves its title alone."""
    title, *paragraphs = re.split(r"\n{2,}", section.strip())
    others = [paragraph for paragraph in paragraphs if not ABOUT_COMMANDS.search(paragraph)]
    return "\n\n".join([title, *others]) + "\n\n" if others else ""
