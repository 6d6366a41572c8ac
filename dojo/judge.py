"""`make judge`: an attempt's own tests, or any (TESTS=path), against right evaluators and wrong ones.

It says how many are accepted and caught, and what to go for next: a riddle; HINT=1 says more, REVEAL=1 all.
"""

import os
import re
import sys
from pathlib import Path

from rich.console import Console

from dojo.attempts import Attempt
from dojo.faults import Mistake
from dojo.judged import told
from dojo.judgement import Judgement
from dojo.jury import judged, judged_ours
from dojo.lights import all_lights, record
from dojo.matrix import SUITE
from dojo.showing import asked, console
from dojo.snapshot import File, Files, taken
from dojo.steps import ROOT
from dojo.suite import Suite, with_suite
from dojo.verb import ended
from dojo.wrong import all_right


class NoTests(Mistake):
    """Tests that are asked for and cannot be judged; the message says why."""


def of_attempt(out: Console) -> Judgement:
    """The attempt's own tests; raises NoAttempt."""
    attempt = asked(out)
    judgement = judged(regular(taken(attempt.folder).files))
    keep(attempt, judgement)
    return judgement


def of_path(path: Path) -> Judgement:
    """Any tests: a file, a folder, or ours; raises NoTests and Broken."""
    if not path.exists():
        raise NoTests(f"there is no {path}: TESTS= names a file of tests, or a folder")
    if path.resolve().is_relative_to(ROOT / SUITE):
        return of_suite(path.resolve().relative_to(ROOT).as_posix())
    if path.is_dir():
        return judged(regular(taken(path).files))
    wanted = {collected(path.name): path, "conftest.py": path.parent / "conftest.py"}
    files = {name: file.read_bytes() for name, file in wanted.items() if file.is_file()}
    return judged({os.fsencode(name): File("100644", content) for name, content in files.items()})


def collected(name: str) -> str:
    """A name by which pytest takes a file for one of tests, as it does when the file is named to it."""
    return name if re.fullmatch(r"test_.*\.py|.*_test\.py", name) else f"test_{name}"


def of_suite(path: str) -> Judgement:
    """Our own suite, or a part of it; raises NoTests and Broken."""

    def body(suite: Suite) -> Judgement:
        tests = [test for test in suite.tests if Path(test.id.partition("::")[0]).is_relative_to(path)]
        if not tests:
            raise NoTests(f"there are no tests in {path}")
        return judged_ours(suite, tests)

    return with_suite(body)


def regular(files: Files) -> Files:
    """Without links: what a test writes through one would arrive where it leads."""
    return {name: file for name, file in files.items() if file.mode != "120000"}


def keep(attempt: Attempt, judgement: Judgement) -> None:
    """Record the score with the lights, where there is one; raises NotRecorded."""
    lights = all_lights(attempt)
    if judgement.right:
        record(
            attempt,
            verb="judge",
            colour=lights[-1].colour if lights else "green",
            counts=lights[-1].counts if lights else {},
            accepted=[len(judgement.accepted), len(all_right())],
            caught=[len(judgement.caught), len(judgement.wrong)],
            reach=judgement.reach,
        )


def verb() -> int:
    out = console()
    path = os.environ.get("TESTS", "")
    judgement = of_path(Path(path)) if path else of_attempt(out)
    more = "reveal" if os.environ.get("REVEAL") else "hint" if os.environ.get("HINT") else "riddle"
    return told(judgement, more, out)


if __name__ == "__main__":
    sys.exit(ended(verb))
