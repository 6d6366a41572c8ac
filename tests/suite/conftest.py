"""What a suite needs to run on steps: the same file for each story, which its story.toml describes.

A test that takes the story's module (`poker`, say) is given that of each step in turn. Its mark says where it
stands:

- `drives(N)`: it forced step N. Red on step N-1, for the right reason; green from step N on.
- `guards(N)`: it was written in step N and was green at once. Green from step N-1 on.

On any step before that it is *not written yet*: it runs, and whatever it comes to is no failure.

Without a word it runs on the last step. With `--poker FILE` it runs on that file instead, in teaching order,
and nothing is expected to be red: `pytest tests/suite --poker poker.py -x` stops at the next test to write
code for.
"""

import os
import re
import signal
import sys
import tomllib
import traceback
from collections import Counter
from contextlib import contextmanager, suppress
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import compress
from pathlib import Path

import pytest

# Python takes a cached .pyc for fresh if the source has the same size and was saved in the same
# second: a bar could then show yesterday's colour. So nothing that the suite imports is cached.
sys.dont_write_bytecode = True

SUITE = Path(__file__).parent


def story():
    """The story.toml that says that this is its suite: its folder, and what it says."""
    for folder in SUITE.parents:
        for file in (folder / "story.toml", folder / "steps" / "story.toml"):
            told = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
            if "suite" in told and (file.parent / told["suite"]).resolve() == SUITE.resolve():
                return file.parent, told
    raise pytest.UsageError(f"no story.toml above {SUITE} says that this is its suite")


FOLDER, STORY = story()
MODULE = STORY["module"]
STEPS = Path(os.path.normpath(FOLDER / STORY["steps"]))


# Which steps


def pytest_addoption(parser):
    with suppress(ValueError):  # the suite of another story has this option too
        parser.addoption(
            "--step", metavar="N", help="run the suite on step N, or on steps N-M (default: the last)"
        )
    with suppress(ValueError):
        parser.addoption(
            f"--{MODULE}", metavar="FILE", help=f"run the suite on this {MODULE}.py, in teaching order"
        )


def pytest_configure(config):
    config.addinivalue_line("markers", "drives(N): forced step N: red on step N-1, green from step N on")
    config.addinivalue_line("markers", "guards(N): written in step N and green at once")
    step, file = config.getoption("step"), config.getoption(MODULE)
    if file and step:
        raise pytest.UsageError(f"--{MODULE} FILE or --step N, not both")
    if file and not Path(file).exists():
        raise pytest.UsageError(f"there is no file {file}")
    if file:  # what it imports from its own folder is no more cached than the file itself
        sys.pycache_prefix = os.devnull
    config.args[:] = [str(SUITE) if is_above_the_suite(arg, config) else arg for arg in config.args]
    chosen(config)


def is_above_the_suite(arg, config):
    """Is it a folder around the suite? Whoever names one means the suite: the rest there needs more."""
    return SUITE.resolve().is_relative_to(file_of(arg, config)) and file_of(arg, config) != SUITE.resolve()


def file_of(arg, config):
    """The file or the folder that a word of the call names."""
    return (config.invocation_params.dir / arg.partition("::")[0]).resolve()


def pytest_report_header(config):
    """What the suite is about to run on, and what to type for something else; said once for each suite."""
    speaker = vars(config.option).setdefault(f"speaker_{MODULE}", __name__)
    return f"{os.path.relpath(SUITE, config.rootpath)}: {runs_on(config)}" if speaker == __name__ else []


def runs_on(config):
    if file := config.getoption(MODULE):
        return f"on {file}, in teaching order"
    (first, *_, last), numbers = every_step(), list(chosen(config))
    if len(numbers) > 1:
        return f"on steps {numbers[0]} to {numbers[-1]}"
    if config.getoption("step") or named(config):
        return f"on step {numbers[0]}"
    return f"on step {last}, the last; choose with --step N, --step {first}-{last} or --{MODULE}=FILE"


def every_step():
    """The steps by their numbers, in order: 7 → step_07_flush_of_clubs."""
    folders = sorted(STEPS.glob("step_[0-9][0-9]_*"))
    return {int(folder.name.split("_")[1]): folder.name for folder in folders}


def named(config):
    """The steps in the names of tests in the call, as `--step` says them: 7-7 for `[step_07]`."""
    ours = [arg for arg in config.args if "::" in arg and SUITE.resolve() in file_of(arg, config).parents]
    numbers = [int(number) for arg in ours for number in re.findall(r"\[step_([0-9]+)", arg)]
    return f"{min(numbers)}-{max(numbers)}" if numbers else ""


def chosen(config):
    """The steps that the call asks for, or the last; or a usage error that says which there are."""
    steps = every_step()
    wanted = config.getoption("step") or named(config) or f"{max(steps)}"
    asked = re.fullmatch(r"([0-9]+)(?:-([0-9]+))?", wanted)
    numbers = range(int(asked[1]), int(asked[2] or asked[1]) + 1) if asked else ()
    if not (found := {n: name for n, name in steps.items() if n in numbers}):
        raise pytest.UsageError(f"there is no step {wanted}: the steps are {min(steps)} to {max(steps)}")
    return found


def pytest_generate_tests(metafunc):
    if MODULE in metafunc.fixturenames:
        config = metafunc.config
        steps = {f"step_{n:02}": name for n, name in chosen(config).items()}
        versions = {MODULE: MODULE} if config.getoption(MODULE) else steps
        metafunc.parametrize(MODULE, versions.values(), ids=list(versions), indirect=True, scope="session")


# The module of a version


class FromSource(SourceFileLoader):
    """Compiles the source file as it stands, whatever a .pyc beside it says."""

    def get_code(self, _name):
        return self.source_to_code(self.get_data(self.path), self.path)


@pytest.fixture(scope="session", name=MODULE)
def module(request):
    """The module of one step, or the file that --poker names; both are called plainly `poker`."""
    return load(request.param, request.config.getoption(MODULE))


def load(step, file=None):
    """The module of a step, by its folder's name, or that of a file; the test fails where there is none."""
    if file:
        path = Path(file).absolute()
        if str(path.parent) not in sys.path:
            sys.path.insert(0, str(path.parent))
        return loaded(path)
    return loaded(STEPS / step / f"{MODULE}.py")


def loaded(file):
    """The module of a file; the test fails, with what is wrong in it, where it cannot be imported."""
    known = sys.modules.get(MODULE)
    if known and known.__file__ == str(file):
        return known
    loader = FromSource(MODULE, str(file))
    module = module_from_spec(spec_from_loader(MODULE, loader))
    module.__spec__.origin = file.name  # a failure names the file like this, on any machine alike
    sys.modules[MODULE] = module
    try:
        with limited():
            loader.exec_module(module)
        return module
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit() is none of the others
        del sys.modules[MODULE]
        told = does_not_load(module.__file__, error)
    pytest.fail(told, pytrace=False)


def does_not_load(file, error):
    """What is wrong with a step that cannot be imported: from its own first line on, without ours."""
    where = error.__traceback__
    while where and where.tb_frame.f_code.co_filename != file:
        where = where.tb_next
    told = traceback.TracebackException(type(error), error, where)
    shown = ["__tracebackhide__" not in frame.f_locals for frame, _ in traceback.walk_tb(where)]
    told.stack[:] = compress(told.stack, shown)
    return f"{type(error).__name__}: {error}\n\n{''.join(told.format())}"


# How long a test may take

LIMIT = 5
"""Seconds that a test may take of the processor, however busy the machine is with other things."""
PATIENCE = 6
"""So many times that it may take in all: what waits for ever takes nothing of the processor."""
SOON = 0.001
AGAIN = 0.05
"""What catches that it takes too long and goes on hears of it again after so many seconds."""
HANGS = 2
"""After so many tests that hang on a step its others are not tried: the room would wait for each."""
hanging = Counter()


class TooLong(BaseException):
    """Raised in a test that has run for longer than the limit; no Exception, so that few catch it."""


class Timers:
    """The clock of a test: the system counts, and interrupts whatever the test is doing."""

    def __init__(self):
        self.kinds = (signal.ITIMER_PROF, signal.ITIMER_REAL)
        self.signs = (signal.SIGPROF, signal.SIGALRM)

    def runs(self):
        """Has somebody set it already?"""
        return bool(signal.getitimer(signal.ITIMER_REAL)[0])

    def start(self, *seconds):
        """Set it to seconds of the processor, and to seconds in all."""
        for kind, after in zip(self.kinds, seconds):
            signal.setitimer(kind, after, AGAIN)

    def stop(self):
        """Stop it; gives the seconds that were left, with which it can go on."""
        return [signal.setitimer(kind, 0)[0] for kind in self.kinds]

    def soon(self):
        """Interrupt once more, in a moment."""
        signal.setitimer(signal.ITIMER_REAL, SOON)


CLOCK = Timers()


@contextmanager
def limited(seconds=LIMIT, patience=PATIENCE):
    """Raises TooLong in what takes longer than the limit, unless somebody has set a timer already.

    Once raised it is raised at the end too, whoever has caught it meanwhile.
    """
    late = []

    def stop(_sign, frame):
        __tracebackhide__ = True
        if frame.f_globals.get("__name__", "").startswith("coverage."):
            CLOCK.soon()  # it holds a lock, and would never give it back
            return
        late.append(TooLong(f"not done after {seconds:g} seconds: is there a loop without an end?"))
        raise late[-1]

    if CLOCK.runs():
        yield
        return
    before = [signal.signal(sign, stop) for sign in CLOCK.signs]
    CLOCK.start(seconds, seconds * patience)
    try:
        yield
    finally:
        CLOCK.stop()
        for sign, handler in zip(CLOCK.signs, before):
            signal.signal(sign, handler)
        if late:
            raise late[-1] from None


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """No test takes longer than the limit, and of those that hang there are not many."""
    version = pyfuncitem.callspec.params[MODULE]
    if hanging[version] >= HANGS:
        pytest.fail(f"not tried: {HANGS} tests hang here", pytrace=False)
    try:
        with limited():
            return (yield)
    except TooLong:
        hanging[version] += 1
        raise


# Marks


def pytest_collection_modifyitems(config, items):
    steps = every_step()
    numbers = {name: n for n, name in steps.items()}
    ours = [item for item in items if SUITE in item.path.parents]
    for item in ours:
        kind, written = mark_of(item, steps)
        step = numbers.get(item.callspec.params[MODULE])
        if step is not None and (step < written - 1 or (kind == "drives" and step == written - 1)):
            item.add_marker(red(strict=step == written - 1))
        _, _, row = item.callspec.id.partition("-")
        item.user_properties += [
            ("test", item.nodeid.removesuffix(f"[{item.callspec.id}]") + (f"[{row}]" if row else "")),
            ("rule", rule_of(item)),
            ("step", step),
            ("kind", kind),
            ("written", written),
        ]
    if config.getoption(MODULE) and len(ours) == len(items):
        items.sort(key=in_teaching_order)


def in_teaching_order(item):
    """Step by step; in a step as the suite's files list them, which is how somebody wrote them down."""
    return dict(item.user_properties)["written"]


def mark_of(item, steps):
    """`("drives", 7)` or `("guards", 7)`; a usage error for a test without its one mark."""
    if MODULE not in item.fixturenames:
        raise pytest.UsageError(f"{item.nodeid}: takes no `{MODULE}`, so it runs on no step")
    if "subtests" in item.fixturenames:
        raise pytest.UsageError(f"{item.nodeid}: takes `subtests`, which have no mark: make each a row")
    if other := [mark.name for mark in item.iter_markers() if mark.name in ("skip", "skipif", "xfail")]:
        raise pytest.UsageError(f"{item.nodeid}: marked {other[0]}, but every test runs on every step")
    marks = [mark for mark in item.iter_markers() if mark.name in ("drives", "guards")]
    match [(mark.name, *mark.args) for mark in marks]:
        case [(kind, int(written))] if written - 1 in steps and written in steps:
            return kind, written
        case [(kind, int(written))]:
            fault = f"{kind} step {written}: there is no step {written}, or none before it"
        case _:
            fault = "mark it with one drives(N) or guards(N)"
    raise pytest.UsageError(f"{item.nodeid}: {fault}")


def rule_of(item):
    """The rule that a test stands for: the id of its row, or else its name in words."""
    _, _, row = item.callspec.id.partition("-")
    return row or item.originalname.removeprefix("test_").replace("_", " ")


def red(strict):
    """What a test must be just before its step (strict), and may be on any step before that."""
    if strict:
        return pytest.mark.xfail(strict=True, raises=RIGHT_REASON)
    return pytest.mark.xfail(strict=False)


# What red means


def of_the_suite(file):
    """Is this a file of the suite?"""
    return file.startswith(f"{SUITE}{os.sep}")


def for_the_right_reason(error, of_the_test=of_the_suite):
    """Red: the test's own assertion failed, or the version has no such name yet.

    An error that the test asks for and does not get is a failed assertion too, and so is one of unittest's.
    What breaks inside the code is amber: it did not get as far as an answer.
    """
    if isinstance(error, pytest.fail.Exception):
        return str(error).startswith("DID NOT RAISE")
    frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, AssertionError):
        frames = [
            frame for frame in frames if not frame.f_globals.get("__name__", "").startswith("unittest.")
        ]
        return bool(frames) and of_the_test(frames[-1].f_code.co_filename)
    return no_such_name(error) and of_the_test(frames[-1].f_code.co_filename)


def no_such_name(error):
    """Is a name missing that a test asks of the module, or wants to import from it?"""
    if isinstance(error, AttributeError):
        return error.obj is not None
    return isinstance(error, ImportError) and not isinstance(error, ModuleNotFoundError)


RIGHT_REASON = pytest.RaisesExc(
    (AssertionError, AttributeError, ImportError, pytest.fail.Exception), check=for_the_right_reason
)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call):
    """Note on each report its colour, and in a line what was raised."""
    report = yield
    error = call.excinfo.value if call.excinfo else None
    report.colour = colour(error)
    report.why = why(error)
    return report


def why(error):
    """In one line, what was raised."""
    if error is None:
        return ""
    try:
        said = str(error)
    except Exception as fault:
        said = f"to read what it says raises {type(fault).__name__}"
    return f"{type(error).__name__}: {said}".splitlines()[0]


def colour(error, of_the_test=of_the_suite):
    """Green, red, amber, or skipped."""
    if error is None:
        return "green"
    if isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)):
        return "skipped"
    return "red" if for_the_right_reason(error, of_the_test) else "amber"
