"""Law 4: no test has a form that pytest does not run, or does not count."""

import ast
import re
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.suite.source import Function, SuiteFile, dotted, within
from dojo.gate.violation import Violation, split

LEAVES_OUT = {
    "pytest": ("skip", "importorskip", "xfail", "exit"),
    "unittest": ("skip", "skipIf", "skipUnless", "SkipTest", "expectedFailure"),
}
"""What leaves tests out."""
HOOKS = re.compile(
    "pytest_(addhooks|addoption|assert|cmdline|collect|configure|deselected|enter|exception|fixture|generate|ignore"
    "|internalerror|itemcollected|keyboard|leave|load|make|markeval|plugin|pycollect|pyfunc|report|run|session"
    "|terminal|unconfigure|warning)"
)
HOOK = "is a hook of pytest, which changes how the suite is run; remove it"
SETTINGS = ("pytest_plugins", "collect_ignore", "collect_ignore_glob")


def check(evidence: Evidence) -> Iterator[Violation]:
    """Everything in a suite that keeps a test from being run or counted, or runs it in another way."""
    source = evidence.suite
    for test in source.tests:
        for what in of_a_test(test):
            yield source.violation(4, test.file, test.node, *split(f"{test.name} {what}"))
    for file in source.files:
        names = left_out_by(file)
        for node in ast.walk(file.tree):
            for what in of_a_file(node, names):
                yield source.violation(4, file, node, *split(what))


def of_a_test(test: Function) -> Iterator[str]:
    """What pytest does not run, or counts as one test however many it is."""
    nodes = list(within(test.node))
    if isinstance(test.node, ast.AsyncFunctionDef):
        yield "is async, which pytest does not run; call asyncio.run in it"
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes):
        yield "yields, so nothing in it runs; make a row of each case"
    if "subtests" in test.takes or any(dotted(node).endswith(".subTest") for node in nodes):
        yield "has subtests, which nobody counts; make a row of each one"


def left_out_by(file: SuiteFile) -> dict[str, str]:
    """The names by which this file can leave tests out, and their names in full."""
    names = {"self.skipTest": "skipTest"}
    for node in ast.walk(file.tree):
        match node:
            case ast.ImportFrom(module=str(owner), names=aliases) if owner in LEAVES_OUT:
                found = [alias for alias in aliases if alias.name in LEAVES_OUT[owner]]
                names |= {alias.asname or alias.name: f"{owner}.{alias.name}" for alias in found}
            case ast.Import(names=aliases):
                for alias in aliases:
                    for name in LEAVES_OUT.get(alias.name, ()):
                        names[f"{alias.asname or alias.name}.{name}"] = f"{alias.name}.{name}"
    return names


def of_a_file(node: ast.AST, names: dict[str, str]) -> Iterator[str]:
    """What a node does to the run of the suite."""
    match node:
        case ast.Name() | ast.Attribute() if (name := dotted(node)) in names:
            yield f"{names[name]} leaves tests out; remove it: every test runs on every step"
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) if HOOKS.match(name):
            yield f"{name} {HOOK}"
        case ast.ImportFrom(names=aliases):
            for alias in aliases:
                if HOOKS.match(alias.asname or alias.name):
                    yield f"{alias.name} {HOOK}"
        case ast.Name(id=name, ctx=ast.Store()) if name in SETTINGS:
            yield f"{name} changes what pytest runs; remove it"
