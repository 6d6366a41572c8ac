"""The engine: every test of the suite on every step, and what each pair of them may come to.

A test that takes `poker` is given the evaluator of each step in turn. Its mark says where it stands:

- `drives(N)`: it forced step N. Red on step N-1, for the right reason; green from step N on.
- `guards(N)`: it was written in step N and was green at once. Green from step N-1 on.

On any step before that it is *not written yet*: it runs, and whatever it comes to is no failure.

With `--poker FILE` the suite runs on that file instead, in teaching order, and nothing is expected to be red:
`pytest tests/suite --poker poker.py -x` stops at the next test to write code for.
"""

import os
import signal
import sys
import traceback
from collections import Counter
from contextlib import contextmanager
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from itertools import compress
from pathlib import Path

import pytest

SUITE = Path(__file__).parent
STEPS = SUITE.parent.parent / "steps"

# Python takes a cached .pyc for fresh if the source has the same size and was saved in the same
# second: a bar could then show yesterday's colour. So nothing that the suite imports is cached.
sys.dont_write_bytecode = True


LIMIT = 5
"""Seconds that a test may take of the processor, however busy the machine is with other things."""
PATIENCE = 30
"""Seconds that it may take in all: what waits for ever takes nothing of the processor."""
SOON = 0.001
CLOCKS = [(signal.ITIMER_PROF, signal.SIGPROF, LIMIT), (signal.ITIMER_REAL, signal.SIGALRM, PATIENCE)]
HANGS = 2
"""After so many tests that hang on a step its others are not tried: the room would wait for each."""
hanging = Counter()


class TooLong(BaseException):
    """Raised in a test that has run for longer than the limit; no Exception, so that few catch it."""


@contextmanager
def limited():
    """Raises TooLong in what takes longer than the limit, unless somebody has set a timer already."""

    def stop(_sign, frame):
        __tracebackhide__ = True
        if frame.f_globals.get("__name__", "").startswith("coverage."):
            signal.setitimer(signal.ITIMER_REAL, SOON)  # it holds a lock, and would never give it back
            return
        raise TooLong(f"not done after {LIMIT} seconds: is there a loop without an end?")

    if signal.getitimer(signal.ITIMER_REAL)[0]:
        yield
        return
    before = [signal.signal(sign, stop) for _, sign, _ in CLOCKS]
    for timer, _, seconds in CLOCKS:
        signal.setitimer(timer, seconds)
    try:
        yield
    finally:
        for (timer, sign, _), handler in zip(CLOCKS, before):
            signal.setitimer(timer, 0)
            signal.signal(sign, handler)


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """No test takes longer than the limit, and of those that hang there are not many."""
    step = pyfuncitem.callspec.params["poker"]
    if hanging[step] >= HANGS:
        pytest.fail(f"not tried: {HANGS} tests hang here", pytrace=False)
    try:
        with limited():
            return (yield)
    except TooLong:
        hanging[step] += 1
        raise


class FromSource(SourceFileLoader):
    """Compiles the source file as it stands, whatever a .pyc beside it says."""

    def get_code(self, _name):
        return self.source_to_code(self.get_data(self.path), self.path)


@pytest.fixture(scope="session")
def poker(request):
    """The evaluator of one step, the module `steps.step_NN_slug.poker`; or the one that --poker names."""
    if file := request.config.getoption("poker"):
        sys.path.insert(0, str(Path(file).absolute().parent))
        return loaded("poker", Path(file).absolute(), Path(file).name)
    here = f"{request.param}/poker.py"
    return loaded(f"steps.{request.param}.poker", STEPS / here, f"steps/{here}")


def loaded(name, file, shown):
    """The module of a file; the test fails, with what is wrong in it, where it cannot be imported."""
    loader = FromSource(name, str(file))
    module = module_from_spec(spec_from_loader(name, loader))
    module.__spec__.origin = shown  # a failure names the file like this, on any machine alike
    sys.modules[name] = module
    try:
        with limited():
            loader.exec_module(module)
        return module
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # sys.exit() is none of the others
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


def pytest_addoption(parser):
    parser.addoption(
        "--step", metavar="N", help="run the suite on step N alone, or on steps N-M (default: all)"
    )
    parser.addoption("--poker", metavar="FILE", help="run the suite on this poker.py, in teaching order")


def pytest_configure(config):
    step, file = config.getoption("step"), config.getoption("poker")
    if file and step:
        raise pytest.UsageError("--poker FILE or --step N, not both")
    if file and not Path(file).exists():
        raise pytest.UsageError(f"there is no file {file}")
    if file:  # what it imports from its own folder is no more cached than the file itself
        sys.pycache_prefix = os.devnull
    config.steps = chosen(step)


def every_step():
    """The steps by their numbers, in order: 7 → step_07_flush_of_clubs."""
    folders = sorted(STEPS.glob("step_[0-9][0-9]_*"))
    return {int(folder.name.split("_")[1]): folder.name for folder in folders}


def chosen(wanted):
    """The steps that `--step` asks for, or a usage error that says which there are."""
    steps = every_step()
    first, _, last = (wanted or f"{min(steps)}-{max(steps)}").partition("-")
    numbers = [n for n in steps if n in between(first, last)]
    if not numbers:
        raise pytest.UsageError(f"there is no step {wanted}: the steps are {min(steps)} to {max(steps)}")
    return {n: steps[n] for n in numbers}


def between(first, last):
    """The numbers of a range like 3-9; none where it is not one."""
    return range(int(first), int(last or first) + 1) if f"{first}{last}".isdecimal() else ()


def pytest_generate_tests(metafunc):
    if "poker" in metafunc.fixturenames:
        named = metafunc.config.getoption("poker")
        steps = {"poker": "poker"} if named else {f"step_{n:02}": s for n, s in metafunc.config.steps.items()}
        metafunc.parametrize("poker", steps.values(), ids=list(steps), indirect=True, scope="session")


def pytest_collection_modifyitems(config, items):
    steps = every_step()
    numbers = {folder: n for n, folder in config.steps.items()}
    for item in items:
        kind, written = mark_of(item, steps)
        step = numbers.get(item.callspec.params["poker"])
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
    if config.getoption("poker"):
        items.sort(key=in_teaching_order)


def in_teaching_order(item):
    """Step by step; in a step as the suite's files list them, which is how somebody wrote them down."""
    return dict(item.user_properties)["written"]


def mark_of(item, steps):
    """`("drives", 7)` or `("guards", 7)`; a usage error for a test without its one mark."""
    if "poker" not in item.fixturenames:
        raise pytest.UsageError(f"{item.nodeid}: takes no `poker`, so it runs on no step")
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


def for_the_right_reason(error):
    """Red: the test's own assertion failed, or the step has no such name yet.

    An error that the test asks for and does not get is a failed assertion too. Anything that breaks inside
    the step's code is amber: the step did not get as far as an answer.
    """
    if isinstance(error, pytest.fail.Exception):
        return str(error).startswith("DID NOT RAISE")
    where = error.__traceback__
    while where.tb_next:
        where = where.tb_next
    in_the_test = where.tb_frame.f_code.co_filename.startswith(f"{SUITE}/")
    no_such_name = isinstance(error, AttributeError) and error.obj is not None
    return in_the_test and (isinstance(error, AssertionError) or no_such_name)


RIGHT_REASON = pytest.RaisesExc(
    (AssertionError, AttributeError, pytest.fail.Exception), check=for_the_right_reason
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
    return f"{type(error).__name__}: {error}".splitlines()[0] if error else ""


def colour(error):
    """Green, red, amber, or skipped."""
    if error is None:
        return "green"
    if isinstance(error, (pytest.skip.Exception, pytest.xfail.Exception)):
        return "skipped"
    return "red" if for_the_right_reason(error) else "amber"
