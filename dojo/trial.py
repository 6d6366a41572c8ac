"""What an attempt comes to: the tests of the suite, and its own, tried where nothing that they do can hurt.

The suite is collected once; each attempt is then tried in a child of that process. The parent never
imports a line of an attempt.
"""

import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, suppress
from importlib.util import spec_from_file_location
from io import StringIO
from pathlib import Path
from traceback import walk_tb
from typing import Any, NamedTuple, TypeVar

import pytest

from dojo.attempts import Attempt
from dojo.child import Child, Message, Tell, TooLong, limited, printed
from dojo.matrix import SUITE, Broken, SuiteTest, not_drawn
from dojo.steps import ROOT

LIMIT = 2.0
"""Seconds that a test may take; the slowest one of the suite takes a hundredth of it."""
DRAWN = 8000
"""So many signs of a failure are worth reading."""
FALLS = 2
"""After so many tests that hang or crash the others are not tried any more: the room would wait for each."""
PYTEST = ["--rootdir", str(ROOT), "--capture=no"]
for plugin in (
    "cacheprovider",
    "logging",
    "warnings",
    "unraisableexception",
    "threadexception",
    "faulthandler",
):
    PYTEST += ["-p", f"no:{plugin}"]

T = TypeVar("T")


class Result(NamedTuple):
    """What one test came to: its colour, why in a line, pytest's drawing of it, and what was printed."""

    id: str
    rule: str
    colour: str
    why: str = ""
    failure: str = ""
    printed: str = ""


class Trial:
    """One attempt and the tests that are tried on it: what they come to, in their order."""

    def __init__(
        self,
        attempt: Attempt,
        work: Callable[["Trial", Tell], None],
        tests: list[SuiteTest],
        *,
        limit: float = LIMIT,
        drawn: bool = True,
    ) -> None:
        self.attempt, self.work, self.tests, self.limit, self.drawn = attempt, work, tests, limit, drawn
        self.results: dict[str, Result] = {}
        self.broken = ""
        """Why the attempt does not load, where it does not."""
        self.in_hand = "", ""
        self.falls: list[str] = []
        """Which tests hang or crash, and how."""

    @property
    def todo(self) -> list[SuiteTest]:
        """The tests that have come to nothing yet."""
        return [test for test in self.tests if test.id not in self.results]

    @property
    def given_up(self) -> bool:
        return bool(self.broken) or len(self.falls) >= FALLS

    @property
    def colour(self) -> str:
        """Amber if any test is, else red if any is, else green."""
        colours = {result.colour for result in self.results.values()}
        return next((colour for colour in ("amber", "red") if colour in colours), "green")

    @property
    def failing(self) -> Result | None:
        """The first test that is not green."""
        return next((result for result in self.results.values() if result.colour != "green"), None)

    def start(self) -> Child:
        """A child that tries what is still to do."""
        return Child(lambda tell: self.work(self, tell), self.limit)

    def hear(self, message: Message) -> None:
        """Note what the child tells."""
        if "why" in message:
            message["why"] = message["why"].removeprefix("TooLong: ")  # the rest of it says so
        match message:
            case {"began": id, "rule": rule}:
                self.in_hand = id, rule
            case {"broken": True, "why": why, **told}:
                self.broken = why
                self.note("amber", why, **told)
            case {"colour": colour, "why": why, "fell": fell, **told}:
                if fell:
                    self.fell(why)
                self.note(colour, why, **told)

    def fell(self, why: str) -> None:
        """The test in hand hangs or crashes."""
        self.falls.append(f"“{self.in_hand[1]}” {why}")

    def note(self, colour: str, why: str, failure: str = "", printed: str = "") -> None:
        """The test in hand has come to something. What was not green at first stays so."""
        id, rule = self.in_hand
        if id not in self.results or self.results[id].colour == "green":
            self.results[id] = Result(id, rule, colour, why, failure, printed)

    def ended(self, fault: str, printed: str) -> None:
        """The child has ended, well or not; of what is not tried any more nobody knows the colour."""
        if fault and not self.given_up:
            self.fell(fault)
            self.note("amber", fault, printed=printed)
        if self.given_up:
            for test in self.todo:
                why = self.broken or "not tried, after those that hang or crash"
                self.results[test.id] = Result(test.id, test.rule, "amber", why)


def try_all(trials: list[Trial], at_once: int = os.cpu_count() or 1) -> None:
    """Try them, so many at once, each in children of its own; a child that falls is followed by another."""
    waiting = trials[::-1]
    running: dict[Trial, Child] = {}
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                trial = waiting.pop()
                running[trial] = trial.start()
            select.select([child.pipe for child in running.values()], [], [], 0.05)
            for trial, child in list(running.items()):
                for message in child.messages():
                    trial.hear(message)
                if trial.given_up and not child.over:
                    child.end()
                if child.over:
                    del running[trial]
                    trial.ended(child.fault, child.printed)
                    if trial.todo:
                        waiting.append(trial)
    finally:
        for child in running.values():
            child.end()


class Suite:
    """The suite, collected: its tests in teaching order, and the trial of an attempt."""

    def __init__(self, items: list[pytest.Item]) -> None:
        self.items: dict[str, pytest.Item] = {}
        self.tests: list[SuiteTest] = []
        for item in items:
            told: dict[str, Any] = dict(item.user_properties)
            test = SuiteTest(*(told[name] for name in ("test", "rule", "kind", "written")))
            self.items[test.id] = item
            self.tests.append(test)

    def trial(self, attempt: Attempt, tests: list[SuiteTest], **how: Any) -> Trial:
        """These tests on an attempt."""
        return Trial(attempt, self.work, tests, **how)

    def row(self, test: SuiteTest) -> tuple[str, dict[str, Any]]:
        """The name of a test's function, and the values of its row."""
        item: Any = self.items[test.id]
        return item.originalname, {name: v for name, v in item.callspec.params.items() if name != "poker"}

    def work(self, trial: Trial, tell: Tell) -> None:
        """In a child: run what is still to do, one test after the other."""
        prepare(trial.attempt)
        if not trial.attempt.module.is_file():
            first = trial.todo[0]
            tell(began=first.id, rule=first.rule)
            tell(broken=True, why=f"there is no poker.py in the attempt {trial.attempt.name}")
            return
        items: list[Any] = [self.items[test.id] for test in trial.todo]
        config = items[0].config
        config.option.poker = str(trial.attempt.module)
        telling = Telling(tell, trial)
        config.pluginmanager.register(telling)
        by_pytest = [item for item in items if trial.drawn or item is items[0] or not plain(item)]
        following = dict(zip(by_pytest, [*by_pytest[1:], None], strict=True))
        for item in items:
            if telling.broken:
                return
            if item in following:
                config.hook.pytest_runtest_protocol(item=item, nextitem=following[item])
            else:
                telling.call(item)


def with_suite(body: Callable[[Suite], T]) -> T:
    """What `body` gives for the suite, called in a process that is ready to try it.

    Raises Broken, with pytest's own words, when the suite cannot be collected.
    """
    collected = Collected(body)
    said = StringIO()
    with redirect_stderr(said):
        status = pytest.main(
            [str(ROOT / SUITE), "-c", str(ROOT / "pytest.ini"), "--poker", os.devnull, *PYTEST],
            plugins=[collected],
        )
    if collected.raised:
        raise collected.raised
    if not collected.given:
        raise Broken("\n".join(collected.faults) or said.getvalue().strip() or f"pytest: {status!r}")
    return collected.given[0]  # type: ignore[no-any-return]


def plain(item: Any) -> bool:
    """Does the test want nothing but `poker` and the values of its row?"""
    return set(item.fixturenames) - {"request"} <= set(item.callspec.params)


class Silent:
    """A pytest plugin: no report of pytest's own."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")


class Collected(Silent):
    """A pytest plugin that hands over the collected suite in place of running it."""

    def __init__(self, body: Callable[[Suite], Any]) -> None:
        self.body = body
        self.given: list[Any] = []
        self.raised: BaseException | None = None
        self.faults: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.faults.append(f"{report.nodeid}: {last_line(report.longreprtext)}")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.faults:
            try:
                self.given.append(self.body(Suite(session.items)))
            except BaseException as error:
                self.raised = error
        return True


class Telling:
    """A pytest plugin, in a child: tells of each test that it begins, and what it comes to."""

    def __init__(self, tell: Tell, trial: Trial) -> None:
        self.tell, self.trial = tell, trial
        self.drawing = trial.drawn
        self.broken = False

    def call(self, item: Any) -> None:
        """Run a plain test without pytest's ceremony, which takes longer than the test."""
        self.begin(item)
        values = item.callspec.params | {"poker": sys.modules["poker"]}
        error: BaseException | None = None
        try:
            with limited(self.trial.limit):
                item.obj(**{name: values[name] for name in item.fixturenames if name != "request"})
        except BaseException as raised:
            error = raised
        suite = item.config.pluginmanager.get_plugin(str(ROOT / SUITE / "conftest.py"))
        fell = isinstance(error, TooLong)
        self.tell(colour=suite.colour(error), why=suite.why(error), fell=fell)

    def begin(self, item: pytest.Item) -> None:
        """Say which test it is."""
        told: dict[str, Any] = dict(item.user_properties)
        self.tell(began=told.get("test", item.nodeid), rule=told.get("rule", in_words(item.name)))
        at_home()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.begin(item)
        try:
            with limited(self.trial.limit):
                return (yield)
        except TooLong as error:  # between two phases of the test
            self.tell(colour="amber", why=str(error), fell=True)
            return True  # type: ignore[return-value]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: Any) -> Iterator[None]:
        """Drawing a failure takes longer than the test, and only the first one is read."""
        at_home()
        if not self.drawing:
            item.repr_failure = not_drawn  # type: ignore[assignment,method-assign]
        report: Any = yield
        error = call.excinfo.value if call.excinfo else None
        colour = self.colour(report, error)
        if colour != "skipped" and (error or call.when == "call"):
            fell = isinstance(error, TooLong)
            why = report.why.removeprefix("Failed: ")
            told = {
                "failure": report.longreprtext[:DRAWN] if error and self.drawing else "",
                "printed": printed(),
            }
            self.drawing = self.drawing and not error
            if call.when == "setup" and not fell and self.loads_in_setup:
                self.broken = True
                self.tell(broken=True, why=why, **told)
            else:
                self.tell(colour=colour, why=why, fell=fell, **told)
        return report  # type: ignore[no-any-return]

    loads_in_setup = True
    """The suite's fixture loads the attempt: where that fails there is no use in going on."""

    def colour(self, report: Any, _error: BaseException | None) -> str:
        """The suite knows its colours."""
        return str(report.colour)


class TellingOwn(Telling):
    """The same for the participant's own tests, which no conftest.py of ours knows."""

    loads_in_setup = False

    def colour(self, report: Any, error: BaseException | None) -> str:
        """Red as in the suite: an assertion of the test itself, or a name that is not there yet."""
        report.why = f"{type(error).__name__}: {error}".splitlines()[0] if error else ""
        if error is None:
            return "green"
        if isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)):
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
            self.tell(colour=colour, why=why, fell=False, failure=report.longreprtext, printed=printed())

    @pytest.hookimpl(tryfirst=True)
    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """A test file that ends Python while it is read."""
        self.tell(colour="amber", why=excinfo.exconly().splitlines()[0], fell=False, printed=printed())

    def pytest_keyboard_interrupt(self, excinfo: pytest.ExceptionInfo[BaseException]) -> None:
        """An interrupt that nobody typed; pytest itself interrupts after test files that cannot be read."""
        if not isinstance(excinfo.value, pytest.Session.Interrupted):
            self.pytest_internalerror(excinfo)


def own_trial(attempt: Attempt, **how: Any) -> Trial:
    """The tests that the participant has written."""
    return Trial(attempt, own_work, [], **how)


def own_work(trial: Trial, tell: Tell) -> None:
    """In a child: run the tests that lie in the attempt's folder."""
    tell(began="own", rule="your own tests")
    forget_the_suite()
    prepare(trial.attempt)
    folder = str(trial.attempt.folder)
    with limited(trial.limit * 5):
        pytest.main(
            [folder, "-c", os.devnull, "--confcutdir", folder, *PYTEST],
            plugins=[Silent(), TellingOwn(tell, trial)],
        )


def forget_the_suite() -> None:
    """In a child: a participant's test_cards.py or conftest.py is not taken for one of the suite."""
    for name, module in list(sys.modules.items()):
        if str(getattr(module, "__file__", None)).startswith(f"{ROOT / SUITE}{os.sep}"):
            del sys.modules[name]
    sys.path[:] = [path for path in sys.path if path != str(ROOT / SUITE)]


def prepare(attempt: Attempt) -> None:
    """In a child: what the attempt imports from its folder is what stands in the files (law 8)."""
    sys.dont_write_bytecode = True
    sys.pycache_prefix = os.devnull
    sys.path.insert(0, str(attempt.folder))
    sys.meta_path.insert(0, OnlyThisFile(attempt.module))


class OnlyThisFile:
    """`import poker` means the file, even where a folder poker/ lies beside it."""

    def __init__(self, module: Path) -> None:
        self.module = module

    def find_spec(self, name: str, *_: object) -> Any:
        return spec_from_file_location(name, self.module) if name == "poker" else None


def at_home() -> None:
    """Back from wherever a test went: pytest shortens the names of files by the working directory."""
    with suppress(OSError):
        os.chdir(ROOT)


def in_words(name: str) -> str:
    """test_a_card_equals_itself → a card equals itself"""
    return name.removeprefix("test_").replace("_", " ")


def last_line(text: str) -> str:
    """What pytest says was raised, at the end of its drawing."""
    raised = [line for line in text.splitlines() if line.startswith("E ")]
    return (raised or text.splitlines() or [""])[-1].removeprefix("E").strip()


def imports_in_vain(error: BaseException) -> bool:
    return isinstance(error, ImportError) and not isinstance(error, ModuleNotFoundError)


def files_of(error: BaseException) -> list[Path]:
    """The files that an error came through, the innermost last."""
    return [Path(frame.f_code.co_filename) for frame, _ in walk_tb(error.__traceback__)]
