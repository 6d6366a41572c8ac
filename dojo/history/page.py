"""`make lights PAGE=1`: the lights of an attempt as one page, with the diff between any two of them.

The page is a file that needs nothing else: it can be sent, and opened without a network.
"""

import time
from pathlib import Path
from typing import Any

from markupsafe import Markup

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light
from dojo.attempt.snapshot import Files
from dojo.history.summary import Summary
from dojo.history.timeline import LEGEND, about, clock_of, how_many, look_of, numbers, shapes, times
from dojo.pages.diff import is_drawn
from dojo.pages.templates import template_environment, write_file
from dojo.screen.palette import REFACTORING, css
from dojo.screen.words import count_of, time_since

PAGES = Path(__file__).parent / "pages"


def page(attempt: Attempt, lights: list[Light], files: dict[str, Files], summary: Summary) -> str:
    """The page as HTML."""
    row_of = {light.number: row.light.number for row in summary.rows for light in row.lights}
    environment = template_environment(PAGES)
    shown = (about, clock_of, how_many, look_of, numbers, shapes, time_since, times)
    environment.filters |= {filter.__name__: filter for filter in shown}
    return environment.get_template("lights.html").render(
        attempt=attempt,
        palette=Markup(css()),
        day=time.strftime("%d %B %Y", time.localtime(lights[0].when)),
        rows=summary.rows,
        row_of=row_of,
        lights=count_of(len(lights), "light"),
        refactoring=REFACTORING.shape,
        legend=LEGEND,
        sentences=list(summary.sentences),
        data=contents(lights, files),
    )


def contents(lights: list[Light], files: dict[str, Files]) -> dict[str, Any]:
    """The files of each light, as the places of their texts in one list: most do not change."""
    texts: dict[str, int] = {}
    trees = {
        light.number: {
            name.decode(errors="replace"): texts.setdefault(text(file.content), len(texts))
            for name, file in sorted(files[light.commit].items())
        }
        for light in lights
    }
    return {"texts": list(texts), "trees": trees}


def text(content: bytes) -> str:
    """The text of a file; if it is no text, its size."""
    return content.decode(errors="replace") if is_drawn(content) else f"({len(content):,} bytes, not shown)\n"


def write(attempt: Attempt, lights: list[Light], files: dict[str, Files], summary: Summary) -> Path:
    """Write the page next to the lights; gives its path. Raises EnvironmentProblem."""
    file = attempt.folder.with_name(f"{attempt.name}-lights.html")
    return write_file(file, page(attempt, lights, files, summary))
