"""What `make contents` puts into the pages of poker beside the tables of the steps."""

from pathlib import Path

from dojo.runner.matrix import Matrix
from dojo.story.settings import read_settings
from dojo.story.steps import by_chapter
from dojo.tour.contents import chapters
from dojo.tour.progression import chapter_bars
from dojo.tour.read import step_patch
from katas.poker.printed_tests import overlap, table

HERE = Path(__file__).parent
PAGES = ["katas/poker/judging.md"]
WHEEL = 28
ROADS = {
    "": "The main road",
    "side road": "A side road",
    "gallery": "Galleries: more designs",
}


def rules(_matrix: Matrix, _folder: Path) -> str:
    """The rules of poker, for the statement of each kata."""
    return (HERE / "rules.md").read_text(encoding="utf-8").split("\n\n", 1)[1].rstrip()


def documents(_matrix: Matrix, _folder: Path) -> str:
    """What the documents' own tests catch."""
    return table()


def own_tests(_matrix: Matrix, _folder: Path) -> str:
    """How our own tests overlap."""
    return overlap()


def wheel(matrix: Matrix, _folder: Path) -> str:
    """A step on a few lines: its test, how that fails on the step before, and the change.

    Above it is a link to the site, once that is published.
    """
    story = matrix.story
    step = story.step(WHEEL)
    before = story.step(WHEEL - 1)
    (test,) = matrix.driving(step)
    suite = (story.suite / test.id.partition("::")[0].rpartition("/")[2]).read_text(encoding="utf-8")
    (row,) = [line.strip() for line in suite.splitlines() if f"drives({WHEEL}, " in line]
    failure = f"“{test.rule}” is red: {matrix.cell(test, before).why}"
    patch = [line for line in step_patch(story, step).splitlines() if line.startswith("+    ")]
    blocks = {"python": row, "text": failure, "diff": "\n".join(patch)}
    words = ("Step 28 adds a test", "sees it fail on step 27", "and makes it pass")
    address = read_settings(story.top).site
    parts = [f"[On the web]({address}), each step runs."] if address else []
    for said, (kind, text) in zip(words, blocks.items(), strict=True):
        parts.append(f"{said}{'.' if kind == 'diff' else ','}\n\n```{kind}\n{text}\n```")
    return "\n\n".join(parts)


def bars(matrix: Matrix, _folder: Path) -> str:
    """The first bars and the last one of `make progress`, as most screens have them: one for each chapter."""
    lines = chapter_bars(matrix, 80).plain.splitlines()
    return "\n".join(["```text", *lines[:2], "...", *lines[-1:], "```"])


def roads(matrix: Matrix, folder: Path) -> str:
    """The chapters by their roads, each with a link to its first step."""
    lines = chapters(matrix, folder).splitlines()
    roads = [matrix.story.road(steps[0].chapter) for steps in by_chapter(matrix.steps)]
    return "\n\n".join(
        "\n".join([f"**{title}**", "", *(line for line, of in zip(lines, roads, strict=True) if of == road)])
        for road, title in ROADS.items()
    )


PARTS = {
    "rules": rules,
    "documents": documents,
    "own-tests": own_tests,
    "wheel": wheel,
    "bars": bars,
    "roads": roads,
}
