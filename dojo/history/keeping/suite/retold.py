"""A participant's file of tests, so that it runs on each step: the module is handed in, and not imported."""

import ast
import re
from collections.abc import Collection, Iterator

from dojo.drafts.places import Places, Span, edited
from dojo.gate.suite.source import dotted
from dojo.gate.violation import line_of
from dojo.history.keeping.suite.using import SETS_UP, Function, NotKept, Using, is_helper, is_test

SET_UP = "set_up"
"""What a `setup_method` is called as a fixture: pytest hands nothing to the other."""


def retold(text: str, file: str, module: str, defined: Collection[str]) -> str:
    """The text of a file of tests with the module as an argument of each test.

    Takes the text, the name of the file, the module and the names that it has; raises NotKept where a test
    has a form that cannot run on the steps of a story.
    """
    using = Using(ast.parse(text), module, defined)
    if fault := next(faults(using), None):
        raise NotKept(f"{file}:{fault[0].lineno}: {fault[1]}")
    places = Places(text)
    edits = {places.of(name): using.meanings[name.id] for name in using.names}
    for span in edits:
        if not text[span.start : span.end].isidentifier():
            raise NotKept(f"{file}: an f-string names {module}; put what it says into a variable first")
    edits |= {whole_lines(node, places): left_of(node, using) for node in using.imports}
    edits |= dict(handed_in(using, text, places))
    return with_pytest(edited(text, edits))


def faults(using: Using) -> Iterator[tuple[ast.stmt | ast.expr, str]]:
    """What keeps the tests of a file from running on the steps of a story, and where."""
    given = "a test of a story gets the module as an argument"
    for node in ast.walk(using.tree):
        if isinstance(node, ast.ClassDef) and any("TestCase" in dotted(base) for base in node.bases):
            yield node, f"{node.name} is a TestCase of unittest, and {given}; write its tests as functions"
    for name in using.names:
        if using.owners[name] is None:
            yield name, f"{name.id} is used when the file is read, and {given}; use it in a test"
    for function in using.functions:
        if using.module in arguments(function):
            what = f"{function.name} has an argument {using.module} of its own; give it another name"
            yield function, what
        if function.name in SETS_UP and len(arguments(function)) > 1:
            yield function, f"{function.name} takes more than self; take only that"
    called = {id(call.func) for call, _ in using.calls({one.name for one in using.needing})}
    helpers = {one.name for one in using.needing if is_helper(one)}
    for node, owner in using.owners.items():
        if isinstance(node, ast.Name) and node.id in helpers and (id(node) not in called or owner is None):
            yield node, f"{node.id} uses {using.module}, and is handed on here; call it in a test"


def arguments(function: Function) -> list[str]:
    """The names that a function takes."""
    given = function.args
    return [one.arg for one in [*given.posonlyargs, *given.args, *given.kwonlyargs]]


def whole_lines(node: ast.stmt, places: Places) -> Span:
    """The lines of a statement, with the end of the last one."""
    assert node.end_lineno is not None
    return Span(places.starts[node.lineno - 1], places.starts[node.end_lineno])


def left_of(node: ast.Import | ast.ImportFrom, using: Using) -> str:
    """What is left of an import without the module."""
    if isinstance(node, ast.ImportFrom):
        return ""
    others = [one for one in node.names if one.name != using.module]
    return " " * node.col_offset + f"{ast.unparse(ast.Import(others))}\n" if others else ""


def handed_in(using: Using, text: str, places: Places) -> Iterator[tuple[Span, str]]:
    """Where the module is handed to a function, and from one function to the next."""
    for function in using.functions:
        if is_test(function) or function in using.needing:
            start = opening(function, text, places)
            yield Span(start, start), with_comma(using.module, bool(arguments(function)), text[:start])
        if function in using.needing and function.name in SETS_UP:
            yield from as_fixture(function, text, places)
    for call, _ in using.calls({one.name for one in using.needing if is_helper(one)}):
        start = text.index("(", places.of(call.func).end) + 1
        yield Span(start, start), with_comma(using.module, bool(call.args or call.keywords), text[:start])


def with_comma(module: str, others: bool, before: str) -> str:
    """The module as an argument, beside others."""
    if before.endswith("self"):
        return f", {module}"
    return f"{module}, " if others else module


def opening(function: Function, text: str, places: Places) -> int:
    """Where the first argument of a function stands, or the one after self."""
    given = [*function.args.posonlyargs, *function.args.args]
    if given and given[0].arg == "self":
        return places.of(given[0]).end
    name = re.compile(rf"def\s+{function.name}\s*\(").search(text, places.of(function).start)
    assert name
    return name.end()


def as_fixture(function: Function, text: str, places: Places) -> Iterator[tuple[Span, str]]:
    """What sets up the tests of a class, as a fixture that they all have."""
    start = places.of(function).start
    indent = " " * function.col_offset
    yield Span(start, start), f"@pytest.fixture(autouse=True)\n{indent}"
    name = text.index(function.name, start)
    yield Span(name, name + len(function.name)), SET_UP


def with_pytest(text: str, also: str = "") -> str:
    """The text with `import pytest`, and perhaps one more import, above all else where they are missing."""
    asked = [one for one in ("import pytest", also) if one]
    wanted = [one for one in asked if not re.search(rf"^{re.escape(one)}$", text, re.MULTILINE)]
    if not wanted:
        return text
    lines, body = text.split("\n"), ast.parse(text).body
    heading = [node for node in body if is_heading(node)]
    rest = [node for node in body if node not in heading]
    last = heading[-1].end_lineno or 0 if heading else 0
    tops = [line_of(one) for node in rest[:1] for one in [node, *decorators(node)]]
    first = min([len(lines), *tops])
    between = "\n".join(lines[last : first - 1]).strip()
    imports = any(isinstance(node, ast.Import | ast.ImportFrom) for node in rest[:1])
    parts = ["" for _ in heading[-1:]] + wanted + (["", "", between] if between else [])
    return "\n".join(
        [*lines[:last], *parts, *([] if imports and not between else ["", ""]), *lines[first - 1 :]]
    )


def decorators(node: ast.stmt) -> list[ast.expr]:
    """What stands above a function or a class."""
    return getattr(node, "decorator_list", [])


def is_heading(node: ast.stmt) -> bool:
    """Is it the docstring, or an import that has to come first?"""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
