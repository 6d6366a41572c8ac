"""The mutants that the tests of a kept story need: each test has failed by its own assertion once.

Most tests have, on an earlier step. For the others there are stubs, and the mutants of the story that the
attempt comes from, as far as they replace what the participant's code has.
"""

import re
from collections.abc import Mapping

from dojo.runner.matrix import Matrix, OnMutants
from dojo.story.mutants import Mutant, mutants, names_in
from dojo.story.story import Story
from dojo.story.tests import SuiteTest

STEP = re.compile(r"^step: \d+$", re.MULTILINE)


def waiting(found: Matrix) -> list[SuiteTest]:
    """The tests that nobody has seen fail by their own assertion."""
    return [test for test in found.tests if not found.seen_to_fail(test)]


def of_a_story(story: Story, code: str) -> dict[str, str]:
    """The mutants of a story that fit to other code, by their names.

    Takes the finished code of a participant; raises BadFile.
    """
    names = names_in(code).keys()
    return {one.name: at_step(one.code, 1) for one in mutants(story) if one.defines.keys() <= names}


def needed(found: Matrix, tried: OnMutants, offered: Mapping[str, str]) -> dict[str, str]:
    """The texts of those mutants that some waiting test needs; it notes them as tried."""
    chosen: dict[str, str] = {}
    by_name = {mutant.name: mutant for mutant in tried}
    for name, text in offered.items():
        if name in by_name and (test := caught_by(by_name[name], found, tried)):
            found.on_mutants[by_name[name]] = tried[by_name[name]]
            chosen[name] = at_step(text, test.written)
    return chosen


def caught_by(mutant: Mutant, found: Matrix, tried: OnMutants) -> SuiteTest | None:
    """The first waiting test whose own assertion fails on a mutant."""
    cells = tried[mutant]
    return next((test for test in waiting(found) if test.id in cells and cells[test.id].asserted), None)


def at_step(text: str, step: int) -> str:
    """The text of a mutant that belongs to a step."""
    return STEP.sub(f"step: {step}", text, count=1)
