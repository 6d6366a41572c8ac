"""The pages that people read, and what is written on them."""

import re
import shlex

from helpers import TOP

PAGES = sorted(
    [
        TOP / "README.md",
        *TOP.glob("docs/*.md"),
        TOP / "steps" / "README.md",
        *TOP.glob("katas/*/*.md"),
        *TOP.glob("steps/step_*/README.md"),
    ]
)
FACILITATING = [page for page in PAGES if page.name == "FACILITATING.md"]
"""Those by which a session on a kata is led."""
DOCUMENTS = [page for page in PAGES if page.parent in (TOP, TOP / "docs") or page in FACILITATING]
"""Those that say what to type, and when."""
INLINE = re.compile(r"`((?:make|python -m dojo) [^`]+)`")
LINE = re.compile(r"^((?:make|python -m dojo) .+)$", re.MULTILINE)
PLAN = re.compile(r"^## The plan for (\d+) minutes$", re.MULTILINE)
NEW = re.compile(r"(?:\.\./(?:my-katas/)?)?\b(?:leap-years|fizz-buzz)\b")
"""The stories that a page has made: tests/check/test_authoring.py types what it says of them."""
PLACEHOLDERS = {"step-N": "step-7", "VERB": "help"}


def name(page):
    """A page, as somebody at the top of the workspace writes it."""
    return page.relative_to(TOP).as_posix()


def commands(text):
    """Every command on a page, in the order in which it stands there first."""
    found = [(place.start(), place[1]) for pattern in (INLINE, LINE) for place in pattern.finditer(text)]
    return list(dict.fromkeys(command for _, command in sorted(found)))


def words(command):
    """The words of a command, without what the shell does before and after it."""
    for placeholder, word in PLACEHOLDERS.items():
        command = command.replace(placeholder, word)
    typed = shlex.split(command.partition("#")[0])
    end = next((n for n, word in enumerate(typed) if word in ("<", ">", "|", "&&")), len(typed))
    return typed[3 if typed[0] == "python" or typed[1:2] == ["-C"] else 1 : end]


def facilitating(kata):
    """The page by which a session on a kata is led."""
    return TOP / "katas" / kata / "FACILITATING.md"


def plans(page):
    """The plans for a session on a page, by their minutes."""
    return [int(minutes) for minutes in PLAN.findall(page.read_text(encoding="utf-8"))]


def plan(page, minutes):
    """The rows of the table of one plan for a session: from, to, and the commands."""
    text = page.read_text(encoding="utf-8")
    part = text.partition(f"## The plan for {minutes} minutes")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+)–(\d+) \|.*?\|(.*)\|$", part, re.MULTILINE)
    return [(int(start), int(end), commands(told)) for start, end, told in rows]
