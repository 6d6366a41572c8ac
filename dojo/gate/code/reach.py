"""Law 6: a step works on what it is given. It runs no text, opens no file of its own choice, and does not ask
the machine, the clock, chance, or who is calling.

This is what can be read. What cannot be read shows when it runs.
"""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator

from dojo.gate.code.modules import CHANCE, CLOCK, PARTS, asks, is_standard, may_be_imported, refused, thing
from dojo.gate.code.opened import OPENERS, fixed, is_given
from dojo.gate.code.parsed import codes
from dojo.gate.code.scopes import docstrings, imported, is_program, of_function, own
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split

CALLS = {
    "__import__": "imports by hand; write `import`",
    "breakpoint": "stops in a debugger; remove it",
    "compile": "compiles a text; write the code itself",
    "eval": "runs a text; write the code itself",
    "exec": "runs a text; write the code itself",
    "id": "says where something lies in memory, which differs from run to run; compare with `is`",
    "globals": "asks for the names of the module; put what is looked up into a dictionary",
}
"""What no step calls, why, and what to do."""
TAKE_OUT = "remove that"
OF_MODULES = "__builtins__ __cached__ __file__ __loader__ __package__ __path__ __spec__"
OF_OBJECTS = """
    __base__ __bases__ __closure__ __code__ __getattribute__ __globals__ __import__ __module__ __mro__
    __reduce__ __reduce_ex__ __self__ __subclasses__ __traceback__
"""
OF_FRAMES = """
    ag_code ag_frame co_code cr_code cr_frame f_back f_builtins f_code f_globals f_locals gi_code
    gi_frame tb_frame tb_next
"""
WAYS_OUT = frozenset(f"{OF_MODULES} {OF_OBJECTS} {OF_FRAMES}".split())
"""These lead from any object to all of Python."""
SPELLED = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(name for name in WAYS_OUT if name[0] == '_'))})(?!\w)")
WHO_CALLS = re.compile(r"\b(pytest|unittest)\b")
NOW = {"time.asctime": 0, "time.ctime": 0, "time.gmtime": 0, "time.localtime": 0, "time.strftime": 1}
"""With this many arguments or fewer, they ask the clock."""


def check(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the files of the steps that reaches out of them."""
    story = evidence.story
    for found in codes(story):
        for node, what in Reading(found.tree).noted:
            yield found.violation(6, node, *split(what))


class Reading(ast.NodeVisitor):
    """Reads a file, and notes what reaches out of it."""

    def __init__(self, tree: ast.Module) -> None:
        self.noted: list[tuple[ast.AST, str]] = []
        self.imported = imported(tree)
        self.own = own(tree.body)
        self.scopes: list[set[str]] = []
        """The names of each function that we are in."""
        self.fixed: list[set[str]] = []
        """Those of them that stand for a text."""
        self.program = False
        """Are we below `if __name__ == "__main__":`?"""
        self.known: set[ast.AST] = set()
        """What is already judged, as a part of something else."""
        self.docstrings = set(docstrings(tree))
        self.visit(tree)

    def note(self, node: ast.AST, what: str) -> None:
        """Note it, if it is anything."""
        if what and not (self.program and what.startswith((CLOCK, CHANCE))):
            self.noted.append((node, what))

    def is_local(self, name: str) -> bool:
        return any(name in names for names in self.scopes)

    def means(self, node: ast.AST) -> str:
        """What an expression stands for: `os.environ` of the library, `exec` of Python, or nothing."""
        match node:
            case ast.Name(id=name) if self.is_local(name):
                return ""
            case ast.Name(id=name) if name in self.imported:
                return self.imported[name]
            case ast.Name(id=name):
                return name if name not in self.own and hasattr(builtins, name) else ""
            case ast.Attribute(value=value, attr=attr) if (of := self.means(value)) and is_standard(of):
                return f"{of}.{attr}"
            case _:
                return ""

    # What is imported

    def visit_Import(self, node: ast.Import) -> None:
        for alias in node.names:
            self.note_import(node, alias.name)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        module = node.module or ""
        if not node.level:
            self.note_import(node, module)
            for alias in node.names:
                if alias.name == "*" and module in PARTS:
                    self.note(node, f"imports all of {module}; name what it uses")

    def note_import(self, node: ast.stmt, name: str) -> None:
        if is_standard(name) and not may_be_imported(name):
            self.note(node, refused(name).replace("uses", "imports", 1))

    # What is asked for

    def visit_Name(self, node: ast.Name) -> None:
        name, means = node.id, self.means(node)
        if name in OF_MODULES.split() and not self.is_local(name):
            self.note(
                node, f"asks for {name}: a step does not know where it lies, nor what loads it; {TAKE_OUT}"
            )
        elif name == "__name__" and node not in self.known:
            self.note(
                node, 'asks for its __name__ otherwise than by `if __name__ == "__main__":`; ask like that'
            )
        elif means in CALLS or (name in CALLS and isinstance(node.ctx, ast.Del)):
            self.note(node, f"{name} {CALLS[name]}")
        elif means == "open" and node not in self.known:
            self.note(node, "passes open on; call it where the file is read")
        elif is_standard(means) and node not in self.known:
            self.note(node, self.of_the_library(means))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        self.known.add(node.value)
        means = self.means(node)
        if not means and node.attr in WAYS_OUT and not is_registry(node):
            self.note(node, f"asks for {node.attr}: that leads out of the step; {TAKE_OUT}")
        elif means and not isinstance(node.ctx, ast.Load):
            self.note(node, f"changes {thing(means)}, which is everybody's; give it another name")
        elif means:
            self.note(node, refused(means) if node in self.known else self.of_the_library(means))
        self.generic_visit(node)

    def of_the_library(self, means: str) -> str:
        """What is wrong with a name of the library, or with a whole module that stands alone."""
        if why := refused(means):
            return why
        module, path = thing(means)
        if path:
            return ""
        if module in ("random", "time"):
            return asks(CHANCE if module == "random" else CLOCK, module)
        return f"passes on the module {module}; name what it uses of it"

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        for name in sorted(WAYS_OUT.intersection(node.kwd_attrs)):
            self.note(node, f"asks for {name}: that leads out of the step; {TAKE_OUT}")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and node not in self.docstrings:
            self.note_text(node, node.value)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        match node:
            case ast.BinOp(left=ast.Constant(str(left)), op=ast.Add(), right=ast.Constant(str(right))):
                self.note_text(node, left + right)
        self.generic_visit(node)

    def note_text(self, node: ast.expr, text: str) -> None:
        """Whoever looks something up by its name can be answered with all of Python."""
        spelled = SPELLED.search(text)
        if spelled or text in OF_FRAMES.split():
            self.note(
                node, f"names {spelled[0] if spelled else text}: that leads out of the step; {TAKE_OUT}"
            )
        if WHO_CALLS.search(text):
            self.note(node, f"names “{text}”: a step does not ask who is calling; {TAKE_OUT}")

    # What is called

    def visit_Call(self, node: ast.Call) -> None:
        called = self.means(node.func)
        if called in OPENERS:
            self.known.add(node.func)
            if not is_given(node, called, self.is_from_outside):
                self.note(node, "opens a file that it names itself; let the caller name it")
        elif called == "random.Random" and not any(not is_none(seed) for seed in node.args):
            self.note(node, asks(CHANCE, "a random.Random without a seed"))
        elif len(node.args) <= NOW.get(called, -1):
            self.note(node, asks(CLOCK, called))
        elif called in ("getattr", "setattr", "vars") and node.args and is_standard(self.means(node.args[0])):
            self.note_lookup(node)
        elif called in ("locals", "vars") and not node.args and not self.scopes:
            self.note(node, f"{called} {CALLS['globals']}")
        self.generic_visit(node)

    def note_lookup(self, node: ast.Call) -> None:
        """`getattr(sys, "modules")` asks for sys.modules; nobody knows what any other name is."""
        of = self.means(node.args[0])
        match node.args:
            case [module, ast.Constant(value=str(name)), *_] if self.means(node.func) == "getattr":
                self.known.add(module)
                self.note(node, refused(f"{of}.{name}"))

    def is_from_outside(self, name: ast.Name) -> bool:
        """Does this name of a file come from the caller, or from whoever starts the program?"""
        if any(name.id in names for names in self.fixed):
            return False
        return self.program or self.is_local(name.id) or self.means(name).startswith("sys")

    # Where we are

    def visit_If(self, node: ast.If) -> None:
        if self.scopes or not is_program(node.test):
            self.generic_visit(node)
            return
        self.program = True
        for child in node.body:
            self.visit(child)
        self.program = False
        for child in node.orelse:
            self.note(
                child, "runs when the step is not the program: a step does not ask who imports it; remove it"
            )
            self.visit(child)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.of_function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self.of_function(node)

    def of_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """What stands at the head of a function does not belong to its body."""
        for outside in [*node.decorator_list, node.args, *filter(None, [node.returns])]:
            self.visit(outside)
        self.fixed.append(fixed(node))
        self.inside(of_function(node), node.body)
        self.fixed.pop()

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.args)
        self.inside(of_function(node), [node.body])

    def visit_ListComp(self, node: ast.ListComp) -> None:
        self.of_comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> None:
        self.of_comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        self.of_comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        self.of_comprehension(node)

    def of_comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> None:
        targets = [part for one in node.generators for part in ast.walk(one.target)]
        names = {part.id for part in targets if isinstance(part, ast.Name)}
        self.inside(names, ast.iter_child_nodes(node))

    def inside(self, names: set[str], nodes: Iterable[ast.AST]) -> None:
        """Read the part of the file in which these names are known."""
        self.scopes.append(names)
        for node in nodes:
            self.visit(node)
        self.scopes.pop()


def is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def is_registry(node: ast.Attribute) -> bool:
    """`Rule.__subclasses__`, of a class that the file defines itself."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr="__subclasses__"):
            return not hasattr(builtins, name)
        case _:
            return False
