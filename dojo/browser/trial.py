"""A step to try in a page: a reader's code, and what the tests up to that step say of it."""

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.coach.display import counts_in_words
from dojo.errors import CollectionError
from dojo.files import copy_into
from dojo.model.outcome import Colour
from dojo.runner.result import Copy, Result, count_colours, count_reasons, worst_colour
from dojo.runner.suite import Suite
from dojo.story.steps import Step
from dojo.story.story import Story


def try_step(
    story: Story,
    number: int,
    files: Mapping[str, str],
    collect: Callable[[Story], AbstractContextManager[Suite]],
) -> str:
    """Run the tests that are written by a step on a reader's code; return what the page shows, as JSON.

    `files` are texts by their names; what lies beside the step's own module is there as well. `collect` gives
    the suite. Raises NoStep.
    """
    step = story.step(number)
    try:
        with collect(story) as suite, TemporaryDirectory() as folder:
            results = run_tests(suite, step, files, Path(folder) / step.name)
    except CollectionError as fault:
        unread = {"colour": Colour.AMBER, "counts": "the tests can't be read", "failure": str(fault)}
        return json.dumps(describe([]) | unread)
    return json.dumps(describe(results))


def run_tests(suite: Suite, step: Step, files: Mapping[str, str], folder: Path) -> list[Result]:
    """Run the tests that are written by a step on code that is put into a folder."""
    folder.mkdir()
    copy_into(folder, step.beside)
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    written = [test for test in suite.tests if test.written <= step.number]
    run = suite.run(Copy(step.name, folder, folder / step.module.name), written)
    return [run.results[test.id] for test in written]


def describe(results: list[Result]) -> dict[str, object]:
    """Return what the page shows of some results: the bar, each test, and the first failure."""
    counts = count_colours(results)
    failing = [result for result in results if result.colour != Colour.GREEN]
    return {
        "colour": worst_colour(counts) if results else "",
        "counts": counts_in_words(counts, count_reasons(results)),
        "tests": [{"rule": result.rule, "colour": result.colour, "why": result.why} for result in results],
        "rule": failing[0].rule if failing else "",
        "failure": (failing[0].failure or failing[0].why) if failing else "",
        "printed": failing[0].printed if failing else "",
    }
