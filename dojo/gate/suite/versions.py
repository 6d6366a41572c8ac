"""Laws 2 and 4: a test runs on the step that it is given, and does not know which one that is."""

import ast
import re
from collections.abc import Iterator

from dojo.gate.evidence import Evidence
from dojo.gate.suite.source import dotted
from dojo.gate.violation import Violation, split

A_STEP = re.compile(r"\bstep_?\d|PYTEST_CURRENT_TEST|^__(name|spec|package|loader|cached)__$")
NAMES_IT = ("__name__", "__spec__", "__package__", "__loader__", "__cached__")
"""What a module has that gives away its step."""
SHORTENS = (
    "str",
    "repr",
    "Path",
    "PurePath",
    "len",
    "hash",
    "int",
    "search",
    "match",
    "findall",
    "basename",
    "dirname",
)
"""What keeps a path what it is, or takes a part of it."""
OF_THE_RUN = ("node", "config", "session", "keywords", "function", "cls", "path", "fspath")
"""What `request` has that gives away the run."""
LOOKS_IN = ("getsource", "getsourcelines", "getsourcefile", "getfile")
ASKS = ("hasattr", "dir", "vars")
CHANGES = ("setattr", "delattr")


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every place in the suite that asks which step it runs on, or puts another module in its place."""
    source = evidence.suite
    module = source.story.module
    for file in source.files:
        docstrings = {id(text) for text in texts_alone(file.tree)}
        for node in ast.walk(file.tree):
            if id(node) not in docstrings and (what := knows(node, module)):
                yield source.violation(
                    2, file, node, f"{what}: no test knows which step it runs on", "remove that"
                )
            if what := has_its_own(node, module):
                what = f"{what}; use the `{module}` that the test is given, as it is"
                yield source.violation(4, file, node, *split(what))
        for function in file.functions:
            if function.is_fixture and function.fixture == module:
                what = f"a fixture of its own called {module}; use the one that conftest.py has"
                yield source.violation(4, file, function.node, *split(what))


def texts_alone(tree: ast.AST) -> Iterator[ast.AST]:
    """The docstrings, and the reasons that assertions give."""
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as text):
                yield text
            case ast.Assert(msg=ast.expr() as reason):
                yield from ast.walk(reason)


def knows(node: ast.AST, module: str) -> str:
    """How a node asks for the number of the step; nothing if it does not."""
    match node:
        case ast.Constant(value=str(text)) if A_STEP.search(text):
            return f"“{text}”"
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == module and attr in NAMES_IT:
            return f"{module}.{attr}"
        case ast.Attribute(value=ast.Name(id="request"), attr=attr) if attr in OF_THE_RUN:
            return f"request.{attr}"
        case ast.Call(args=[ast.Name(id=name), *_]) if (
            name == module and dotted(node).split(".")[-1] in LOOKS_IN
        ):
            return f"{dotted(node)}({module})"
        case ast.Attribute(attr="_getframe" | "currentframe" as name):
            return f"{name}"
        case ast.Compare(left=left, comparators=others) if any(tells(one, module) for one in [left, *others]):
            return f"it compares {module}.__file__"
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if tells(test, module):
            return f"it asks for {module}.__file__"
        case ast.If(test=test) | ast.IfExp(test=test) if has_a_name(test, module):
            return f"it asks whether {module} has a name already"
        case ast.Match(subject=subject) | ast.Subscript(slice=subject) if tells(subject, module):
            return f"it asks for {module}.__file__"
        case _:
            return ""


def tells(node: ast.AST, module: str) -> bool:
    """Is this the file of the step, or a part of its name?"""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="__file__"):
            return name == module
        case ast.Attribute(value=value) | ast.Subscript(value=value):
            return tells(value, module)
        case ast.UnaryOp(operand=operand):
            return tells(operand, module)
        case ast.BoolOp(values=values):
            return any(tells(one, module) for one in values)
        case ast.Call(func=func, args=args):
            name = dotted(func).split(".")[-1]
            if name in ("read_text", "read_bytes", "open", "exists", "is_file"):
                return False
            given = any(tells(one, module) for one in args) and name in SHORTENS
            whole = any(isinstance(one, ast.Name) and one.id == module for one in args) and name in (
                "str",
                "repr",
            )
            return given or whole or (isinstance(func, ast.Attribute) and tells(func.value, module))
        case _:
            return False


def has_a_name(node: ast.AST, module: str) -> bool:
    """Does it ask whether the step has a name already?"""
    calls = [one for one in ast.walk(node) if isinstance(one, ast.Call) and dotted(one) in ASKS]
    return any(dotted(one.args[0]) == module for one in calls if one.args)


def has_its_own(node: ast.AST, module: str) -> str:
    """How a node puts a module of its own in place of the step's; nothing if it does not."""
    match node:
        case ast.Import(names=aliases):
            taken = [one for one in aliases if module in (one.name.split(".")[-1], one.asname)]
            return f"it imports {taken[0].name}" if taken else ""
        case ast.ImportFrom(module=owner, names=aliases):
            parts = (owner or "").split(".")
            taken = [one for one in aliases if module in (parts[-1], one.name, one.asname)]
            return f"it imports {owner or '.'}" if taken or parts[0] == "steps" else ""
        case ast.Call(args=[ast.Constant(value=str(name)), *_]) if imports(node):
            return f"it imports {name}" if names_module(name, module) else ""
        case ast.Call(args=[ast.Name(id=name), ast.Constant(value=attr), *_]) if dotted(node) in CHANGES:
            return f"it changes {module}.{attr!s}" if name == module else ""
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) if name == module:
            return f"it makes a {module} of its own"
        case ast.Attribute(value=ast.Name(id=name), attr=attr, ctx=ast.Store() | ast.Del()) if name == module:
            return f"it changes {module}.{attr}"
        case ast.ClassDef(name=name) if name == module:
            return f"it makes a {module} of its own"
        case ast.Call() if dotted(node).endswith("mark.parametrize") and node.args:
            given = node.args[0]
            texts = [str(one.value) for one in ast.walk(given) if isinstance(one, ast.Constant)]
            return f"it makes a {module} of its own" if module in re.findall(r"\w+", " ".join(texts)) else ""
        case _:
            return ""


def imports(call: ast.Call) -> bool:
    """Does a call import or run something that it is given by name?"""
    return dotted(call).split(".")[-1] in (
        "__import__",
        "import_module",
        "run_path",
        "run_module",
        "open",
        "Path",
    )


def names_module(text: str, module: str) -> bool:
    """Is this the name of the story's module, or of its file?"""
    return text.removesuffix(".py").replace("/", ".").split(".")[-1] == module
