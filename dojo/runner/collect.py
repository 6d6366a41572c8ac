"""The suite of a story, collected by pytest: the one module that knows names which are private to pytest."""

import linecache
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, suppress
from functools import cache
from io import StringIO
from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType
from typing import cast

import pytest
from _pytest.config import ConftestImportFailure, get_config

from dojo.errors import NO_TESTS, CollectionError
from dojo.runner.cache import PLUGIN, Cache, suite_key
from dojo.runner.child.messages import Send
from dojo.runner.child.worker import FORKING
from dojo.runner.executor import Executor
from dojo.runner.failure import reason as failures
from dojo.runner.recorder.dependencies import Dependencies
from dojo.runner.recorder.recording import covering, recording, stays, temporary_folder
from dojo.runner.reporter import Silent, pytest_arguments
from dojo.runner.result import Copy
from dojo.runner.run import Run, run_all
from dojo.runner.suite import Suite, SuitePlugin
from dojo.story.story import Story

COLLECT_TIMEOUT_S = 30
END_CHARACTERS = 200  # that are shown of each end of a long error
# What this process has opened, imported and looked up while it collected the suite of each story.toml.
READ_BY_SUITES: dict[Path, Dependencies] = {}


@contextmanager
def collect(story: Story, executor: Executor = FORKING) -> Iterator[Suite]:
    """Collect the suite of a story; within the block, its tests can be run on any version.

    They run as the executor runs them. Raises CollectionError, with pytest's own words, if the suite cannot
    be collected.
    """
    read_before(story)
    with session(story, executor) as suite:
        yield suite


def read_before(story: Story) -> None:
    """Raise CollectionError if Python ends while the suite is read: seen in a child, once for each suite."""
    cache, key = Cache(story.workspace, "suites"), suite_key(story)
    if cache.read(key):
        return

    def read(_run: Run, _send: Send) -> None:
        # what is wrong with the suite, its next reader will say
        with suppress(CollectionError, KeyboardInterrupt), session(story):
            pass

    suite = Copy(story.name, story.suite, story.file)
    run = Run(suite, read, [], story.top, limit=COLLECT_TIMEOUT_S, patience=1)
    run_all([run])
    if run.failing:
        why = run.failing[0].why
        raise CollectionError(f"while it is read, it {why}", story.inside(story.suite))
    # otherwise it was saved while it was read
    if key == suite_key(story):
        cache.write(key, True, run.depends_on)


@contextmanager
def session(story: Story, executor: Executor = FORKING) -> Iterator[Suite]:
    """Open a pytest session that has collected the suite, and close it at the end; raises CollectionError."""
    arguments = [str(story.suite), "--code", os.devnull, *pytest_arguments(story)]
    collecting = Collecting()
    plugin = suite_plugin()
    # A test is shown, and its failure quoted, from the lines that Python remembers of its file. In
    # `make watch`, whose process lives on, these are the lines from before the suite was edited.
    linecache.clearcache()
    with ExitStack() as stack:
        stack.enter_context(unload_after(story))
        # the ids of tests have paths from there
        stack.enter_context(chdir(story.top))
        stack.enter_context(covering(story.suite))
        with redirect_stderr(StringIO()) as output, recording() as recorder:
            try:
                items = collect_items(arguments, [collecting, plugin], stack)
            except ConftestImportFailure as failure:
                raise explain_fault(failure.cause, failure.path, story.inside(failure.path)) from None
            except pytest.UsageError as error:
                raise CollectionError(str(error)) from None
            except (Exception, SystemExit, pytest.exit.Exception) as error:
                raise CollectionError(failures.reason(error)) from None
        if collecting.fault:
            raise collecting.fault
        if not items:
            raise CollectionError(output.getvalue().strip() or NO_TESTS)
        folder = stack.enter_context(temporary_folder())
        # what an installed package reads while it is imported is read only once in a process
        read = READ_BY_SUITES.setdefault(story.file, {})
        read.update(recorder.noted)
        yield Suite(story, items, plugin, folder, {**read}, executor)


def collect_items(arguments: list[str], plugins: list[object], stack: ExitStack) -> list[pytest.Item]:
    """Start a session and collect, as `pytest.main` does; the stack then knows how to end the session."""
    initial = get_config(arguments, plugins)
    stack.callback(initial._ensure_unconfigure)
    for plugin in plugins:
        initial.pluginmanager.register(plugin)
    config = initial.pluginmanager.hook.pytest_cmdline_parse(
        pluginmanager=initial.pluginmanager, args=arguments
    )
    config._do_configure()
    pytest_session = pytest.Session.from_config(config)
    config.hook.pytest_sessionstart(session=pytest_session)
    stack.callback(config.hook.pytest_sessionfinish, session=pytest_session, exitstatus=pytest.ExitCode.OK)
    config.hook.pytest_collection(session=pytest_session)
    return list(pytest_session.items)


class Collecting(Silent):
    """A pytest plugin that notes the first file that cannot be collected, and why."""

    def __init__(self) -> None:
        self.fault: CollectionError | None = None

    def pytest_exception_interact(self, node: pytest.Collector, call: pytest.CallInfo[object]) -> None:
        if call.excinfo and not self.fault:
            error = call.excinfo.value
            self.fault = explain_fault(error.__cause__ or error, node.path, node.nodeid)


def explain_fault(error: BaseException, file: Path, name: str) -> CollectionError:
    """Say what was raised while a file was read, and on which of its lines; of a long text both ends."""
    last_line = 0
    for frame, line in walk_tb(error.__traceback__):
        if frame.f_code.co_filename == str(file):
            last_line = line
    if isinstance(error, SyntaxError) and error.filename == str(file):
        last_line = error.lineno or 1
    why = " ".join(f"{type(error).__name__}: {error}".split())
    if len(why) > 2 * END_CHARACTERS:
        why = f"{why[:END_CHARACTERS]} … {why[-END_CHARACTERS:]}"
    return CollectionError(why, name, last_line)


def suite_plugin() -> SuitePlugin:
    """Return the plugin of all suites as a module of its own: it remembers no story of an earlier call."""
    module = ModuleType("suite_plugin")
    module.__file__ = str(PLUGIN)
    exec(compile_plugin(PLUGIN.read_bytes()), vars(module))
    return cast(SuitePlugin, module)


@cache
def compile_plugin(source: bytes) -> CodeType:
    """Return the code of the plugin: to compile it takes longer than to read a small suite."""
    code: CodeType = compile(source, str(PLUGIN), "exec")
    return code


@contextmanager
def unload_after(story: Story) -> Iterator[None]:
    """Forget at the end what pytest imports from a story: another story has files of the same names.

    Within another session of the same story, this one imports its files anew, and the other one has its own
    back at the end: what stands in for a module of the story belongs to the plugin of one session.
    """
    path, prefix = sys.path[:], sys.pycache_prefix
    set_aside = unload(story, set(sys.modules))
    known = set(sys.modules)
    try:
        yield
    finally:
        sys.path[:], sys.pycache_prefix = path, prefix
        unload(story, set(sys.modules) - known)
        # a helper above the suite is imported again by the next collection, which else would not see it
        for name in set(sys.modules) - known:
            if not stays(getattr(sys.modules[name], "__file__", None)):
                del sys.modules[name]
        sys.modules.update(set_aside)


def unload(story: Story, names: set[str]) -> dict[str, ModuleType]:
    """Forget those of these modules that belong to a story, and return them."""
    imported = {story.module, *story.imports}
    roots = f"{story.suite}{os.sep}", f"{story.folder}{os.sep}", str(PLUGIN)
    found = {}
    for name in names:
        file = str(getattr(sys.modules[name], "__file__", None))
        # of a package that a step has, the suite may import a part
        if name.partition(".")[0] in imported or file.startswith(roots):
            found[name] = sys.modules.pop(name)
    return found
