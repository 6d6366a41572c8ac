"""The suite of a story, collected by pytest: the one module that knows names which are private to pytest."""

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, chdir, contextmanager, redirect_stderr, suppress
from functools import cache
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, ModuleType
from typing import Any

import pytest
from _pytest.config import ConftestImportFailure, get_config, print_conftest_import_error

from dojo.errors import CollectionError
from dojo.runner.cache import PLUGIN, Cache, suite_key
from dojo.runner.child.worker import Child, Send, wait_for
from dojo.runner.failure import reason as failures
from dojo.runner.reporter import Silent, pytest_arguments
from dojo.runner.suite import Suite
from dojo.story.story import Story

COLLECT_TIMEOUT_S = 30
"""Seconds that reading a suite may take."""


@contextmanager
def collect(story: Story) -> Iterator[Suite]:
    """Collect the suite of a story; within the block, its tests can be run on any version.

    Raises CollectionError, with pytest's own words, if the suite cannot be collected.
    """
    read_before(story)
    with session(story) as suite:
        yield suite


def read_before(story: Story) -> None:
    """Raises CollectionError if Python ends while the suite is read: seen in a child, once for each suite."""
    cache, key = Cache(story.workspace, "suites"), suite_key(story)
    if cache.read(key):
        return

    def read(_send: Send) -> None:
        with suppress(CollectionError, KeyboardInterrupt), session(story):
            pass  # what is wrong with the suite, its next reader will say

    child = Child(read, COLLECT_TIMEOUT_S)
    try:
        while not child.over:
            wait_for([child], child.patience)
            child.messages()
    finally:
        if not child.over:  # Ctrl-C
            child.end()
    if child.fault:
        raise CollectionError(f"{story.shown(story.suite)}: while it is read, it {child.fault}")
    if key == suite_key(story):  # else it was saved while it was read
        cache.write(key, True)


@contextmanager
def session(story: Story) -> Iterator[Suite]:
    """Open a pytest session that has collected the suite, and close it at the end; raises CollectionError."""
    words = [str(story.suite), "--code", os.devnull, *pytest_arguments(story)]
    collecting, plugin = Collecting(), suite_plugin()
    with ExitStack() as stack:
        stack.enter_context(unload_after(story))
        stack.enter_context(chdir(story.top))  # names of files are seen from there
        with redirect_stderr(StringIO()) as said:
            try:
                items = collect_items(words, [collecting, plugin], stack)
            except ConftestImportFailure as failure:
                print_conftest_import_error(failure, file=said)
                raise CollectionError(said.getvalue().strip()) from None
            except pytest.UsageError as error:
                raise CollectionError("\n".join(f"ERROR: {line}" for line in error.args)) from None
            except (Exception, SystemExit, pytest.exit.Exception) as error:
                raise CollectionError(f"{type(error).__name__}: {error}") from None
        if not items or collecting.faults:
            raise CollectionError(
                "\n".join(collecting.faults) or said.getvalue().strip() or "pytest: no tests ran"
            )
        folder = stack.enter_context(TemporaryDirectory(ignore_cleanup_errors=True))
        yield Suite(story, items, plugin, Path(folder).resolve())


def collect_items(words: list[str], plugins: list[object], stack: ExitStack) -> list[pytest.Item]:
    """Start a session and collect, as `pytest.main` does; the stack then knows how to end the session."""
    initial = get_config(words, plugins)
    stack.callback(initial._ensure_unconfigure)
    for plugin in plugins:
        initial.pluginmanager.register(plugin)
    config = initial.pluginmanager.hook.pytest_cmdline_parse(pluginmanager=initial.pluginmanager, args=words)
    config._do_configure()
    pytest_session = pytest.Session.from_config(config)
    config.hook.pytest_sessionstart(session=pytest_session)
    stack.callback(config.hook.pytest_sessionfinish, session=pytest_session, exitstatus=pytest.ExitCode.OK)
    config.hook.pytest_collection(session=pytest_session)
    return list(pytest_session.items)


class Collecting(Silent):
    """A pytest plugin that notes which files cannot be collected."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note the last line of what was raised."""
        if report.failed:
            self.faults.append(f"{report.nodeid}: {failures.last_line(report.longreprtext)}")


def suite_plugin() -> Any:
    """The plugin of all suites as a module of its own: it remembers no story of an earlier call."""
    module = ModuleType("suite_plugin")
    module.__file__ = str(PLUGIN)
    exec(compiled_plugin(), vars(module))
    return module


@cache
def compiled_plugin() -> CodeType:
    return compile(PLUGIN.read_bytes(), str(PLUGIN), "exec")


@contextmanager
def unload_after(story: Story) -> Iterator[None]:
    """Forget at the end what pytest imports from a story: another story has files of the same names."""
    path, known, prefix = sys.path[:], set(sys.modules), sys.pycache_prefix
    try:
        yield
    finally:
        sys.path[:], sys.pycache_prefix = path, prefix
        unload(story, set(sys.modules) - known)


def unload(story: Story, names: set[str]) -> None:
    """Forget those of these modules that belong to a story."""
    roots = f"{story.suite}{os.sep}", f"{story.folder}{os.sep}", str(PLUGIN)
    for name in names:
        file = str(getattr(sys.modules[name], "__file__", None))
        if name == story.module or file.startswith(roots):
            del sys.modules[name]
