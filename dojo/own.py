"""The participant's own tests, tried as those of the suite are."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from traceback import walk_tb
from typing import Any

import pytest

from dojo.attempts import Attempt
from dojo.child import Tell, limited, printed
from dojo.loading import at_home, prepare
from dojo.matrix import SUITE
from dojo.steps import ROOT
from dojo.telling import PYTEST, Silent, Telling, last_line
from dojo.trial import Trial

READING = 3
"""Reading all tests may take so many times as long as running one of them."""


def theirs(drawn: str) -> str:
    """Of a file that cannot be read what was raised: the way to it leads through Python and pytest alone."""
    raised = [line for line in drawn.splitlines() if line.startswith("E ")]
    return "\n".join(raised) or drawn


def own_trial(attempt: Attempt, **how: Any) -> Trial:
    """The tests that the participant has written."""
    return Trial(attempt, own_work, [], **how)


def own_work(trial: Trial, tell: Tell, *plugins: object, words: Sequence[str] = ()) -> None:
    """In a child: run the tests that lie in the attempt's folder."""
    tell(began="own", rule="your own tests")
    forget_the_suite()
    prepare(trial.attempt)
    at_home(trial.home)
    folder = str(trial.attempt.folder)
    with limited(trial.limit * READING):
        status = pytest.main(
            [folder, "-c", os.devnull, "--confcutdir", folder, *PYTEST, *words],
            plugins=[Silent(), TellingOwn(tell, trial), *plugins],
        )
    if status == pytest.ExitCode.USAGE_ERROR:  # a conftest.py that does not run
        said = printed()
        tell(colour="amber", why=last_line(said), fell=False, printed=said)


def forget_the_suite() -> None:
    """In a child: a participant's test_cards.py or conftest.py is not taken for one of the suite."""
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(f"{ROOT / SUITE}{os.sep}"):
            del sys.modules[name]
    sys.path[:] = [path for path in sys.path if path != str(ROOT / SUITE)]


class TellingOwn(Telling):
    """The same for the participant's own tests, which no conftest.py of ours knows."""

    loads_in_setup = False

    def colour(self, report: Any, error: BaseException | None) -> str:
        """Red as in the suite: an assertion of the test itself, or a name that is not there yet."""
        report.why = f"{type(error).__name__}: {error}".splitlines()[0] if error else ""
        if error is None:
            return "green"
        if isinstance(error, pytest.skip.Exception) or hasattr(report, "wasxfail"):
            return "skipped"
        return "red" if self.for_the_right_reason(error) else "amber"

    def for_the_right_reason(self, error: BaseException) -> bool:
        if isinstance(error, pytest.fail.Exception):
            return str(error).startswith("DID NOT RAISE")
        last = [file for file in files_of(error) if file.is_relative_to(self.trial.attempt.folder)][-1:]
        in_the_test = bool(last) and last[0].name != "poker.py"
        no_such_name = isinstance(error, AttributeError) and error.obj is not None
        return in_the_test and (isinstance(error, AssertionError) or no_such_name or imports_in_vain(error))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A test file that cannot be imported: for want of a name it is red, as the test itself would be."""
        if report.failed:
            why = last_line(report.longreprtext)
            self.tell(began=report.nodeid, rule=Path(report.nodeid).name)
            colour = "red" if why.startswith("ImportError: cannot import name") else "amber"
            failure = theirs(report.longreprtext)
            self.tell(colour=colour, why=why, fell=False, failure=failure, printed=printed())

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """A test file that ends Python while it is read."""
        self.tell(colour="amber", why=excinfo.exconly().splitlines()[0], fell=False, printed=printed())

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """An interrupt that nobody typed; pytest itself interrupts after test files that cannot be read."""
        if not isinstance(excinfo.value, pytest.Session.Interrupted):
            self.pytest_internalerror(excinfo)


def imports_in_vain(error: BaseException) -> bool:
    return isinstance(error, ImportError) and not isinstance(error, ModuleNotFoundError)


def files_of(error: BaseException) -> list[Path]:
    """The files that an error came through, the innermost last."""
    return [Path(frame.f_code.co_filename) for frame, _ in walk_tb(error.__traceback__)]
