"""`make lights PAGE=1`: the lights of an attempt as one page, with the diff between any two of them.

The page is a file that needs nothing else: it can be sent, and opened without a network.
"""

import time
from pathlib import Path
from typing import Any

from markupsafe import Markup

from dojo.attempt.attempt import Attempt
from dojo.attempt.light import Light, reading
from dojo.attempt.snapshot import Files
from dojo.history.summary import Summary
from dojo.history.timeline import LEGEND, how_many, looks, numbers, sentences, times, what
from dojo.pages.diff import is_drawn
from dojo.pages.templates import templates
from dojo.screen.palette import COLOURS, NOT_RUN, REFACTORING, css
from dojo.screen.words import counted, since

PAGES = Path(__file__).parent / "pages"


def page(attempt: Attempt, lights: list[Light], files: dict[str, Files], told: Summary) -> str:
    """The page as HTML."""
    return (
        templates(PAGES)
        .get_template("lights.html")
        .render(
            attempt=attempt,
            palette=Markup(css()),
            day=time.strftime("%d %B %Y", time.localtime(lights[0].when)),
            rows=in_columns(told),
            lights=counted(len(lights), "light"),
            shapes=in_the_strip(told),
            refactoring=REFACTORING.shape,
            legend=LEGEND,
            sentences=list(sentences(lights, told)),
            data=compared(lights, files),
        )
    )


def in_columns(told: Summary) -> list[dict[str, Any]]:
    """The columns of the table, for each row."""
    row_of = {light.number: row.light.number for row in told.rows for light in row.lights}
    return [
        {
            "number": row.light.number,
            "numbers": numbers(row),
            "base": row_of.get(row.base, (before or row).light.number),
            "clock": time.strftime("%H:%M", time.localtime(row.light.when)),
            "since": since(row.light.when - before.light.when) if before else "",
            "colour": row.light.colour if row.judged else "kept",
            "shape": (COLOURS[row.light.colour] if row.judged else NOT_RUN).shape,
            "word": row.light.colour if row.judged else row.light.verb,
            "green": how_many(row) if row.judged else "",
            "code": str(row.lines.code),
            "tests": str(row.lines.tests),
            "about": what(row),
            "times": times(row),
        }
        for before, row in zip([None, *told.rows], told.rows, strict=False)
    ]


def in_the_strip(told: Summary) -> list[dict[str, Any]]:
    """The shapes of all rows, each of which leads to its row."""
    return [
        {
            "row": row.light.number,
            "number": light.number,
            "shape": look.shape,
            "colour": light.colour if row.judged else "kept",
            "word": light.colour if row.judged else light.verb,
        }
        for row in told.rows
        for light, look in looks(row)
    ]


def compared(lights: list[Light], files: dict[str, Files]) -> dict[str, Any]:
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


def written(attempt: Attempt, lights: list[Light], files: dict[str, Files], told: Summary) -> Path:
    """Write the page beside the lights, if it has changed; gives its path. Raises NotRecorded."""
    file = attempt.folder.with_name(f"{attempt.name}-lights.html")
    draft = file.with_suffix(".draft")
    with reading("the page is not written"):
        try:
            draft.write_text(page(attempt, lights, files, told), encoding="utf-8")
            draft.replace(file)
        finally:
            draft.unlink(missing_ok=True)
    return file
