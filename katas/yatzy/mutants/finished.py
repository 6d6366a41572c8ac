"""What a mutant leaves right: all of the finished evaluator but what the mutant defines itself.

The right one of the same name is there as `right_…`. A class that builds on the right one imports it:
`from finished import right_Card, the_rest`.
"""

import __future__

import ast
import tomllib
from functools import cache
from pathlib import Path

RIGHT = "right_"
HERE = Path(__file__).resolve().parent


def the_rest(names):
    """Put all that is missing among these names of a module, and run its program where it is the program.

    A statement of the finished evaluator that defines one of the names is run as well: what it defines is
    the right one then, and the mutant's own comes back.
    """
    own = dict(names)
    flags = 0
    for statement in ast.parse(read_finished()).body:
        for feature in future_features(statement):
            flags |= getattr(__future__, feature).compiler_flag
        code = compile(ast.Module([statement], []), find_finished(), "exec", flags, dont_inherit=True)
        exec(code, names)
        for name in defined_names(statement):
            if name in own:
                names[RIGHT + name] = names[name]
                names[name] = own[name]
    names["__doc__"] = own["__doc__"]


def join(code, right_names):
    """The mutant in one file: its own code, and the finished evaluator that it takes its rest from.

    If the mutant needs some right names first (`right_Card`), its code goes below what defines them. So what
    the finished evaluator makes of its names further down, is made of the mutant's.
    """
    futures, own_code = split_futures(code)
    more_futures, finished_code = split_futures(read_finished())
    head = "".join(dict.fromkeys([*futures, *more_futures]))
    needed = [name.removeprefix(RIGHT) for name in right_names]
    above, below = split_below(finished_code, needed)
    own_names = names_defined_in(own_code)
    replaced = [name for names, _, _ in definitions(above) for name in names if name in own_names]
    given = "".join(f"{RIGHT}{name} = {name}\n" for name in dict.fromkeys([*needed, *replaced]))
    return f"{head}{above}\n{given}{own_code}{keep_own(below, own_names)}"


def split_below(code, names):
    """Some code up to the last statement that defines one of these names, and what is below it."""
    place = max((last for defined, _, last in definitions(code) if {*defined} & {*names}), default=0)
    lines = code.splitlines(keepends=True)
    return "".join(lines[:place]), "".join(lines[place:])


def names_defined_in(code):
    """The names that some code defines, but for those that it imports."""
    names = set()
    for statement in ast.parse(code).body:
        if not isinstance(statement, ast.Import | ast.ImportFrom):
            names.update(defined_names(statement))
    return names


def keep_own(finished_code, own_names):
    """Some finished code, with lines round each statement that defines a name that the mutant defines."""
    lines = finished_code.splitlines(keepends=True)
    # from the last one up, so that the numbers of the lines above stay as they are
    for all_names, first, last in reversed(definitions(finished_code)):
        names = [name for name in all_names if name in own_names]
        if names:
            lines[last:last] = [f"{RIGHT}{name}, {name} = {name}, own_{name}\n" for name in names]
            lines[first - 1 : first - 1] = [f"own_{name} = {name}\n" for name in names]
    return "".join(lines)


@cache
def definitions(code):
    """The names that each statement of some code defines, and its first and last line."""
    return [
        (defined_names(statement), first_line(statement), statement.end_lineno)
        for statement in ast.parse(code).body
    ]


def defined_names(statement):
    """The names that a statement at the top of a module defines."""
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [statement.name]
    if isinstance(statement, ast.Import | ast.ImportFrom):
        names = [alias.asname or alias.name.partition(".")[0] for alias in statement.names]
        return [name for name in names if name != "*"]
    if isinstance(statement, ast.If):
        return []
    # an assignment, of several names maybe; the name of a type alias
    nodes = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
    return list(dict.fromkeys(node.id for node in nodes if isinstance(node.ctx, ast.Store)))


def first_line(statement):
    """The line on which a statement begins, with its decorators."""
    decorators = getattr(statement, "decorator_list", [])
    return min(node.lineno for node in [statement, *decorators])


def future_features(statement):
    """What a statement imports from `__future__`."""
    if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
        return [alias.name for alias in statement.names]
    return []


@cache
def split_futures(code):
    """The lines that import from `__future__`, which have to come first, and the rest of some code."""
    lines = code.splitlines(keepends=True)
    futures = []
    for statement in ast.parse(code).body:
        if future_features(statement):
            futures.append(f"{ast.unparse(statement)}\n")
            for number in range(statement.lineno, statement.end_lineno + 1):
                lines[number - 1] = "\n"
    return futures, "".join(lines)


@cache
def right():
    """The names of the finished evaluator, by themselves."""
    names = {"__name__": "right"}
    exec(compile(read_finished(), find_finished(), "exec", dont_inherit=True), names)
    return names


def __getattr__(name):
    """The right one of a name, before the mutant has its rest: `right_Card`."""
    if name.startswith(RIGHT) and name.removeprefix(RIGHT) in right():
        return right()[name.removeprefix(RIGHT)]
    raise AttributeError(f"the finished evaluator has no {name.removeprefix(RIGHT)}")


def read_finished():
    """The code of the finished evaluator."""
    return find_finished().read_text(encoding="utf-8")


@cache
def find_finished():
    """The finished evaluator of the story that these are the mutants of."""
    for folder in HERE.parents:
        for file in (folder / "story.toml", folder / "steps" / "story.toml"):
            if not file.is_file():
                continue
            story = tomllib.loads(file.read_text(encoding="utf-8"))
            if "mutants" in story and (file.parent / story["mutants"]).resolve() == HERE:
                (step,) = (file.parent / story["steps"]).glob(f"step_{story['finished']:02}_*")
                return step / f"{story['module']}.py"
    raise SystemExit(f"no story.toml above {HERE} says that these are its mutants")
