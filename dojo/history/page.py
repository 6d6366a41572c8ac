"""`make lights PAGE=1`: the lights of an attempt as one page, with the diff between any two of them.

The page is a file that needs nothing else: it can be sent, and opened without a network.
"""

import time
from pathlib import Path
from typing import Any

from markupsafe import Markup

from dojo.attempt.attempt import Attempt
from dojo.history.rows import LEGEND, describe_rows, shapes
from dojo.history.summary import Summary
from dojo.pages.diff import is_drawn
from dojo.pages.templates import template_environment, write_file
from dojo.screen.palette import REFACTORING, css
from dojo.screen.words import count_of

PAGES = Path(__file__).parent / "pages"


def write(attempt: Attempt, summary: Summary) -> Path:
    """Write the page next to the lights; gives its path. Raises EnvironmentProblem."""
    return write_file(attempt.folder.with_name(f"{attempt.name}-lights.html"), page(attempt, summary))


def page(attempt: Attempt, summary: Summary) -> str:
    """The page as HTML."""
    rows = summary.rows
    template = template_environment(PAGES).get_template("lights.html")
    return template.render(
        attempt=attempt,
        palette=Markup(css()),
        day=time.strftime("%d %B %Y", time.localtime(summary.lights[0].when)),
        rows=list(zip(rows, describe_rows(rows))),
        shapes=shapes,
        row_of={light.number: row.light.number for row in rows for light in row.lights},
        lights=count_of(len(summary.lights), "light"),
        refactoring=REFACTORING.shape,
        legend=LEGEND,
        sentences=list(summary.sentences),
        data=contents(summary),
    )


def contents(summary: Summary) -> dict[str, Any]:
    """The files of each light, as the places of their texts in one list: most do not change."""
    texts: dict[str, int] = {}
    trees = {
        light.number: {
            name.decode(errors="replace"): texts.setdefault(text_of(file.content), len(texts))
            for name, file in sorted(summary.files[light.commit].items())
        }
        for light in summary.lights
    }
    return {"texts": list(texts), "trees": trees}


def text_of(content: bytes) -> str:
    """The text of a file; if it is no text, its size."""
    return content.decode(errors="replace") if is_drawn(content) else f"({len(content):,} bytes, not shown)\n"
