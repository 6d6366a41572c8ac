"""The fixtures of all tests of the workspace."""

import gc
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import forks
import pytest

if TYPE_CHECKING:
    from helpers import Copy

forks.watch()


# A longer name does not fit into the line in which a terminal lists what failed.
MAX_NAME_CHARACTERS = 80


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuse names of tests that are too long to read."""
    functions = {item.originalname for item in items if isinstance(item, pytest.Function)}
    too_long = sorted(name for name in functions if len(name) > MAX_NAME_CHARACTERS)
    if too_long:
        listed = "\n  ".join(too_long)
        raise pytest.UsageError(
            f"a test has at most {MAX_NAME_CHARACTERS} characters in its name:\n  {listed}"
        )


def pytest_collection_finish() -> None:
    """Leave what all tests share to no collection: each pytest that a test runs here ends with five."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def no_fork_beside_threads() -> Iterator[None]:
    """A child that is forked while another thread holds a lock may wait for that lock forever."""
    yield
    noted = forks.beside_threads[:]
    forks.beside_threads.clear()
    assert noted == []


@pytest.fixture(scope="session")
def here() -> "Copy":
    """The workspace itself, to look at and not to change."""
    from helpers import TOP, Copy

    return Copy(TOP)


@pytest.fixture(autouse=True, scope="session")
def own_temporary_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A pytest that a test runs has its folders here: two that end at once delete each other's links."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DEBUG_TEMPROOT", str(tmp_path_factory.getbasetemp()))
        yield


@pytest.fixture(autouse=True, scope="session")
def forked_pythons() -> Iterator[None]:
    """The Pythons that a verb starts are forks of this one, unless a test takes `fresh_python`."""
    from helpers import started_pythons

    with started_pythons(fresh=False):
        yield


@pytest.fixture
def fresh_python() -> Iterator[None]:
    """The Pythons that a verb starts are new ones."""
    from helpers import started_pythons

    with started_pythons(fresh=True):
        yield


@pytest.fixture(autouse=True)
def no_author_at_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the workspace itself, no story is the one that an author has named last."""
    from helpers import TOP

    from dojo.cli import call

    remembered = call.remembered_story
    monkeypatch.setattr(
        call, "remembered_story", lambda known: None if known.top == TOP else remembered(known)
    )


@pytest.fixture
def workspace(tmp_path: Path) -> "Copy":
    """A copy of the workspace, to plant faults in."""
    from helpers import copied

    return copied(tmp_path)


@pytest.fixture(scope="session")
def small_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the gate has worked out of the small story as it is."""
    from helpers import small_copy

    from dojo.gate.checks import find
    from dojo.gate.evidence import Evidence

    copy = small_copy(tmp_path_factory.mktemp("small"))
    assert find(Evidence(copy.story)) == []
    return copy.root / ".cache"


@pytest.fixture
def small(tmp_path: Path, small_cache: Path) -> "Copy":
    """A copy of the small story, to plant faults in: its runs take milliseconds."""
    from helpers import small_copy

    copy = small_copy(tmp_path)
    shutil.copytree(small_cache, copy.root / ".cache")
    return copy


@pytest.fixture
def bare(tmp_path: Path) -> "Copy":
    """A copy of the small story in which nothing has to run."""
    from helpers import small_copy

    return small_copy(tmp_path)


@pytest.fixture
def tooling_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call hashes the tooling again, as the next process would."""
    from dojo.gate import gate
    from dojo.runner import cache

    monkeypatch.setattr(cache, "hash_runner", cache.hash_runner.__wrapped__)
    monkeypatch.setattr(gate, "hash_tooling", gate.hash_tooling.__wrapped__)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop is stopped soon, by the time that it takes of the processor: a machine may be busy."""
    from dojo.runner.child.worker import ForkExecutor
    from dojo.runner.run import Run

    defaults = Run.__init__.__kwdefaults__
    assert defaults is not None
    assert defaults["limit"] == 2
    monkeypatch.setitem(defaults, "limit", 0.2)
    monkeypatch.setattr(ForkExecutor, "test_limit_s", 0.2)
    monkeypatch.setitem(defaults, "patience", 100)
