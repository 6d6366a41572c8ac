"""The templates of the pages: each page is one file that needs nothing else, and everything is escaped."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dojo.screen.code import widest_line, without_colours
from dojo.screen.palette import css, variables
from dojo.screen.scripts import join_modules

# Runs before anything is drawn: else the browser would lay out all places, and then hide all but one.
FIRST_SCRIPT = Markup('document.documentElement.classList.add("js")')


def template_environment(folder: Path) -> Environment:
    """Return the templates of a folder, and those that all pages share."""
    environment = Environment(
        loader=FileSystemLoader([folder, Path(__file__).parent / "shared"]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["columns"] = widest_line
    environment.filters["without_colours"] = without_colours
    return environment


def page_frame(title: str, module: Path) -> dict[str, object]:
    """Return what the frame of a page needs: its title, its colours, and the only scripts that may run on it.

    `module` is the JavaScript module of the page; what it imports goes into the page as well.
    """
    script = Markup(join_modules(module))
    policy = []
    for text in (FIRST_SCRIPT, script):
        digest = b64encode(sha256(text.encode()).digest()).decode()
        policy.append(f"'sha256-{digest}'")
    return {
        "title": title,
        "palette": Markup(css()),
        "light": Markup(variables("light")),
        "first_script": FIRST_SCRIPT,
        "script": script,
        "policy": Markup(" ".join(policy)),
    }
