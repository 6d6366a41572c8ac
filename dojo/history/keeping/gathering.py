"""The tests of a kept story: the participant's, and those of ours that were revealed."""

import ast
from pathlib import PurePosixPath

from dojo.attempt.attempt import Attempt
from dojo.history.keeping.evening import Evening
from dojo.history.keeping.refusing import is_collected, python_in
from dojo.history.keeping.story import Tests, text_of
from dojo.history.keeping.suite.retold import retold
from dojo.history.keeping.suite.using import NotKept
from dojo.runner.collect import collect
from dojo.story.mutants import names_in
from dojo.story.tests import SuiteTest

SUITE = "suite/"


def gathered(attempt: Attempt, evening: Evening) -> Tests:
    """The tests of an attempt, as they were at the last green; raises NotKept, and Broken."""
    ours, shown = revealed(attempt, evening.last.revealed)
    taken = {PurePosixPath(test.id.partition("::")[0]).name for test in ours}
    files = evening.last.files
    code = text_of(files[attempt.module.name.encode()].content, attempt.module.name)
    own = {}
    for name in filter(is_collected, python_in(files)):
        text = text_of(files[name.encode()].content, name)
        if has_tests(text, name):
            kept = name.replace("test_", "test_own_", 1) if name in taken else name
            own[kept] = retold(text, name, attempt.story.module, names_in(code))
    texts = {name: (attempt.story.suite / name).read_text(encoding="utf-8") for name in sorted(taken)}
    return Tests(own, texts, [moved(test) for test in ours], [moved(test) for test in shown])


def has_tests(text: str, name: str) -> bool:
    """Does a file have a test? An empty one stays behind. Raises NotKept if it is no Python."""
    try:
        nodes = ast.walk(ast.parse(text))
    except SyntaxError as error:
        raise NotKept(f"{name}:{error.lineno}: is not valid Python") from None
    return any(isinstance(node, ast.FunctionDef) and node.name.startswith("test") for node in nodes)


def revealed(attempt: Attempt, number: int) -> tuple[list[SuiteTest], list[SuiteTest]]:
    """So many tests of the kata, in the order in which they are taught; and all tests of the suite."""
    if not number:
        return [], []
    with collect(attempt.story) as suite:
        every = list(suite.tests)
    return attempt.kata.taught(every)[:number], every


def moved(test: SuiteTest) -> SuiteTest:
    """A test of a suite, with its id in the kept story."""
    file, _, name = test.id.partition("::")
    return SuiteTest(f"{SUITE}{PurePosixPath(file).name}::{name}", test.rule, test.kind, test.written)


def born(test: SuiteTest, tests: Tests, evening: Evening) -> int:
    """The number of the green with which a test came."""
    ids = [one.id for one in tests.known]
    if test.id in ids:
        place = ids.index(test.id)
        return next((n for n, stop in enumerate(evening.stops) if stop.revealed > place), len(evening.stops))
    return evening.born(in_the_attempt(test.id, tests))


def in_the_attempt(id: str, tests: Tests) -> str:
    """The id of a participant's test, as the lights have it."""
    name, _, path = id.removeprefix(SUITE).partition("::")
    if name in tests.own and name.replace("test_own_", "test_", 1) in tests.ours:
        name = name.replace("test_own_", "test_", 1)
    return f"{name}::{path}"
