"""Law 4: each test that the source declares is one that ran."""

import ast
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.suite.source import FUNCTIONS, Function, SuiteSource, dotted, names_in, within
from dojo.gate.violation import Violation, split

OF_UNITTEST = {"setUp", "tearDown", "setUpClass", "tearDownClass", "setUpModule", "tearDownModule"}
OF_PYTEST = ("setup_", "teardown_", "pytest_", "__")
BLOCKS = {
    ast.If: "if",
    ast.Try: "try",
    ast.For: "for",
    ast.While: "while",
    ast.With: "with",
    ast.Match: "match",
}
Ran = set[tuple[str, str]]
"""The tests that ran, each by its file and what it is called there."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every function that is written as a test and did not run, or did not run as it is written."""
    source, ids = evidence.suite, [test.id for test in evidence.tests]
    ran = {(file, path.partition("[")[0]) for file, _, path in (id.partition("::") for id in ids)}
    for function in source.functions:
        name = function.name
        if declared(function, source) and not runs(function, source, ran):
            what = f"{name} is written as a test and does not run: {why_not(function)}"
            yield source.violation(4, function.file, function.node, *split(what))
        elif function.is_test and (line := bound_again(function)):
            what = f"line {line} puts something else in place of {name}; give each test its own name"
            yield source.violation(4, function.file, function.node, *split(what))


def declared(function: Function, source: SuiteSource) -> bool:
    """Is it written as a test: by its mark, by its name, or because it asserts and nothing calls it?"""
    name = function.name
    if function.is_fixture or name.startswith(OF_PYTEST) or name in OF_UNITTEST:
        return False
    if function.is_test:
        return True
    decorated = any(not dotted(one).startswith("pytest.mark") for one in function.decorators)
    if decorated or source.uses(function):
        return False
    takes_it = source.story.module in function.takes
    return name.startswith("test") or (asserts(function) and (takes_it or not function.classes))


def asserts(function: Function) -> bool:
    """Does it assert by itself?"""
    nodes = within(function.node)
    return any(isinstance(node, ast.Assert) or dotted(node).endswith("raises") for node in nodes)


def runs(function: Function, source: SuiteSource, ran: Ran) -> bool:
    """Did it run: in its own file or one that imports it, in its own class or one made from it?"""
    if function.nested:
        return False
    if not function.classes:
        own = function.file
        takers = (file for file in source.files if file.imported.get(own.stem, set()) & {function.name, "*"})
        return any((file.shown, function.name) in ran for file in (own, *takers))
    heirs = heirs_of(function.classes[-1].name, source)
    methods = [path.split("::")[-2:] for _, path in ran if "::" in path]
    return any(owner in heirs and name == function.name for owner, name in methods)


def heirs_of(name: str, source: SuiteSource) -> set[str]:
    """The names of a class and of all that are made from it."""
    trees = [file.tree for file in source.files]
    classes = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    heirs, before = {name}, set[str]()
    while heirs != before:
        before = set(heirs)
        heirs |= {one.name for one in classes for base in one.bases if dotted(base).split(".")[-1] in heirs}
    return heirs


def why_not(function: Function) -> str:
    """Why pytest does not collect a function, and what to do."""
    name, file = function.name, function.file
    if not file.is_collected:
        return f"pytest does not read {file.name}; put it into a file called test_….py"
    if function.nested:
        outer = [node.name for node in function.above if isinstance(node, FUNCTIONS)][-1]
        return f"it stands inside {outer}, where nothing calls it; move it out"
    if not name.startswith("test"):
        return "the name of a test begins with test_; rename it"
    for why in (of_its_class(function), taken_away(function), of_its_block(function)):
        if why:
            return why
    return "pytest does not collect it; write it as the others are"


def of_its_class(function: Function) -> str:
    """Why pytest does not take its class for a class of tests."""
    for one in function.classes:
        for method in one.body:
            if isinstance(method, FUNCTIONS) and method.name in ("__init__", "__new__"):
                return f"{one.name} has an {method.name}; let a fixture do what that does"
        if not one.name.startswith("Test"):
            return f"the name of its class, {one.name}, does not begin with Test; rename it"
    return ""


def taken_away(function: Function) -> str:
    """Where its name comes to stand for something else, or where it is marked as no test."""
    if line := bound_again(function):
        return f"line {line} puts something else in its place; give each test its own name"
    for scope in [function.file.tree, *function.classes]:
        if lines := bindings(scope, "__test__"):
            return f"line {lines[0]} says __test__; remove that"
    return ""


def of_its_block(function: Function) -> str:
    """The block that it stands in."""
    for node in reversed(function.above):
        if isinstance(node, ast.stmt) and type(node) in BLOCKS:
            return f"it stands in the `{BLOCKS[type(node)]}` of line {node.lineno}; move it out"
    return ""


def bound_again(function: Function) -> int:
    """The line after a test, or after its class, that puts something else in its place."""
    scope: ast.AST = function.file.tree
    for named in [] if function.nested else [*function.classes, function.node]:
        for line in bindings(scope, named.name):
            if line > named.lineno:
                return line
        scope = named
    return 0


def bindings(scope: ast.AST, name: str) -> list[int]:
    """The lines of a module or class that bind a name, delete it, or give it other code."""
    lines = []
    for node in within(scope):
        match node:
            case ast.Assign(value=value) if names_in(value)[name]:  # test_x = pytest.mark.drives(3)(test_x)
                continue
            case ast.Assign(targets=targets) | ast.Delete(targets=targets):
                found = any(is_it(target, name) for target in targets)
            case ast.For(target=target) | ast.NamedExpr(target=target) | ast.AnnAssign(target=target):
                found = is_it(target, name)
            case ast.FunctionDef(name=other) | ast.AsyncFunctionDef(name=other) | ast.ClassDef(name=other):
                found = other == name
            case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                found = any((alias.asname or alias.name) == name for alias in aliases)
            case ast.withitem(optional_vars=ast.expr() as target):
                found, node = is_it(target, name), target
            case _:
                continue
        if found:
            lines.append(getattr(node, "lineno", 0))
    return sorted(lines)


def is_it(target: ast.AST, name: str) -> bool:
    """Is a name bound here: by itself, among others, by `globals()[…]`, or is what it stands for changed?"""
    match target:
        case ast.Name(id=found):
            return found == name
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            return any(is_it(one, name) for one in targets)
        case ast.Attribute(value=ast.Name(id=found), attr="__code__" | "__test__"):
            return found == name
        case ast.Subscript(value=ast.Call() as call, slice=ast.Constant(value=found)):
            return found == name and dotted(call) in ("globals", "vars", "locals")
        case _:
            return False
