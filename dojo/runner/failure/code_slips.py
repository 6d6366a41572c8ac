"""Lines of a participant's code that never run, do nothing, or always say the same: said below a failure.

Only what is wrong in any code is looked for, because a slip is named with its line.
"""

import ast
import tokenize
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import pairwise

from dojo.runner.failure.other_languages import find_bits
from dojo.story.code.syntax import NO_PYTHON, Function, parse_source

NEVER_RUNS = "this line never runs: the {word} above it {does}"
ALWAYS_TRUE = "“{condition}” is always true: write {mend}"
ONE_TEXT = "{texts} is one text, {text}: is a comma missing?"
SAME_ANSWER = "“{comparison}” compares two values that never change: say on each side what is compared"
COMPARES_ONLY = "this compares, and nothing comes of it: return the answer, or give a name a value with one ="
NOTHING_COMES_OF_IT = "nothing comes of this value: give it a name with one =, or return it"
IS_LOST = "nothing comes of this value: write {name} = {value}"
NEW_VALUE = "{call} gives a new value, and nothing comes of it: write {name} = {call}"
GIVES_NONE = (
    "{call} changes {name} itself, and gives None: write it on a line of its own, and go on with {name}"
)
FIRST_TURN = (
    "this return ends the loop in its first turn: to end it after the last one, indent it like the for on"
    " line {line}"
)
SIGN_FIRST = "=+ gives the name a new value: += adds to the one that it has"
NOT_ASKED = "{name} is a function, and without brackets it is always true: write {name}({taken})"
NO_PARTS = (
    "@dataclass finds no parts in {name}, so any two are equal, and nothing of them is shown: write a line"
    " for each part, value: int, in place of __init__"
)
# what ends a block, and what becomes of the lines below it
ENDS = {
    ast.Return: ("return", "ends the function"),
    ast.Raise: ("raise", "ends the function"),
    ast.Break: ("break", "ends the loop"),
    ast.Continue: ("continue", "begins the next turn of the loop"),
}
# methods of a text, and of a number, that answer yes or no
ASK_A_TEXT = {name for name in dir(str) if name.startswith("is")} | {"startswith", "endswith", "is_integer"}
# methods of a text that leave it as it is, with how many arguments
NEW_TEXTS = {"strip": 0, "rstrip": 0, "lstrip": 0, "upper": 0, "lower": 0, "replace": 2}
# methods of a list that change it, and give nothing
CHANGE_LISTS = ("append", "extend", "insert", "remove", "reverse", "sort")
VALUES = (ast.Constant, ast.Name, ast.BinOp, ast.BoolOp, ast.JoinedStr, ast.List, ast.Tuple, ast.Dict)


def find_code_slip(source: str, name: str) -> str:
    """Return a line about the first slip in the source of a module of this name; or nothing."""
    try:
        tree = parse_source(source)
    # the run says so
    except NO_PYTHON:
        return ""
    slips = sorted([*find_slips(tree), *find_joined_texts(tree, source)])
    if not slips:
        return ""
    line, slip = slips[0]
    return f"{name}:{line}: {slip}"


def find_slips(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield each slip in a module, with its line; values that nothing comes of only in its functions."""
    own_names = {node.name for node in ast.walk(tree) if isinstance(node, Function)}
    functions = own_names - find_values(tree)
    for node in ast.walk(tree):
        yield from find_not_asked(node, functions)
        if isinstance(node, ast.BoolOp):
            yield from find_constant_answer(node)
        if isinstance(node, ast.For):
            yield from find_only_turn(node)
        yield from find_sign_behind(node)
        yield from find_bits(node)
        if isinstance(node, ast.Assign | ast.Return):
            yield from find_none_of_a_list(node, own_names)
        if isinstance(node, ast.Expr):
            yield from find_new_value(node)
        for _, body in ast.iter_fields(node):
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield from find_unreached(body)
        if isinstance(node, Function):
            yield from find_useless_values(node)
        if isinstance(node, ast.ClassDef):
            yield from find_no_parts(node)


def find_sign_behind(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield `total =+ 1`; `=-` may be meant."""
    match node:
        case ast.Assign(value=ast.UnaryOp(ast.UAdd())):
            yield node.lineno, SIGN_FIRST


def find_joined_texts(tree: ast.Module, source: str) -> Iterator[tuple[int, str]]:
    """Yield two texts next to each other, without a comma between them, among the items of a line."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.List | ast.Tuple | ast.Set) or len(node.elts) < 2:
            continue
        for item in node.elts:
            if not isinstance(item, ast.Constant) or not isinstance(item.value, str):
                continue
            texts = ast.get_source_segment(source, item) or ""
            # who goes on in the next line may mean it
            if "\n" not in texts and count_texts(texts) > 1:
                yield item.lineno, ONE_TEXT.format(texts=texts, text=ast.unparse(item))


def count_texts(line: str) -> int:
    """Return how many texts in quotation marks a line of Python has."""
    tokens = tokenize.generate_tokens(StringIO(line).readline)
    return sum(token.type == tokenize.STRING for token in tokens)


def find_unreached(body: Sequence[ast.stmt]) -> Iterator[tuple[int, str]]:
    """Yield the first statement of a block that is below its end."""
    for statement, below in pairwise(body):
        if type(statement) in ENDS:
            # a yield that never runs makes a function a generator
            if not any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(below)):
                word, does = ENDS[type(statement)]
                yield below.lineno, NEVER_RUNS.format(word=word, does=does)
            return


def find_constant_answer(node: ast.BoolOp) -> Iterator[tuple[int, str]]:
    """Yield `n == 3 or 6` or `"a" or "b" in n`, which are always true, or a part like `5 == 0`."""
    match node:
        case ast.BoolOp(ast.Or(), [ast.Constant(str() as text) as alone, ast.Compare() as asked_of]) if text:
            same = ast.Compare(alone, asked_of.ops, asked_of.comparators)
            mend = f"{ast.unparse(same)} or {ast.unparse(asked_of)}"
            yield node.lineno, ALWAYS_TRUE.format(condition=ast.unparse(node), mend=mend)
            return
    asked: ast.Compare | None = None
    for part in node.values:
        if isinstance(part, ast.Compare):
            sides = [part.left, *part.comparators]
            if all(isinstance(side, ast.Constant) for side in sides):
                yield node.lineno, SAME_ANSWER.format(comparison=ast.unparse(part))
                return
            asked = part
        elif asked and isinstance(node.op, ast.Or) and isinstance(part, ast.Constant) and part.value:
            first = f"{ast.unparse(asked.left)} == "
            # `number % 2 == 1 or True` may be meant
            if isinstance(asked.ops[0], ast.Eq) and not isinstance(part.value, bool):
                mend = f"{ast.unparse(asked)} or {first}{ast.unparse(part)}"
                yield node.lineno, ALWAYS_TRUE.format(condition=ast.unparse(node), mend=mend)
                return


def find_only_turn(loop: ast.For) -> Iterator[tuple[int, str]]:
    """Yield the return that ends a loop whatever its first item is.

    A loop may be meant to return something of its first item. What grows in each turn is not meant so, and
    neither is an answer that each branch returns, nor a yes where one item is enough for a no.
    """
    goes_on = any(isinstance(part, ast.Continue) for part in ast.walk(loop))
    if goes_on:
        return
    last = loop.body[-1]
    if isinstance(last, ast.If) and last.orelse:
        both = last.body[-1], last.orelse[-1]
        if all(isinstance(end, ast.Return) for end in both):
            yield both[1].lineno, FIRST_TURN.format(line=loop.lineno)
        return
    if is_verdict(last) and any(is_verdict(part.body[-1]) for part in loop.body if isinstance(part, ast.If)):
        yield last.lineno, FIRST_TURN.format(line=loop.lineno)
        return
    value = last.value if isinstance(last, ast.Return) else None
    if isinstance(value, ast.Name) and value.id in find_growing(loop):
        yield last.lineno, FIRST_TURN.format(line=loop.lineno)


def is_verdict(statement: ast.stmt) -> bool:
    """True for `return True` and `return False`."""
    match statement:
        case ast.Return(ast.Constant(bool())):
            return True
    return False


def find_growing(loop: ast.For) -> set[str]:
    """Return the names that a loop adds something to: `total += 1`, `words.append(word)`."""
    names = set()
    for node in ast.walk(loop):
        match node:
            case ast.AugAssign(target=ast.Name(name)):
                names.add(name)
            case ast.Expr(ast.Call(func=ast.Attribute(value=ast.Name(name)))):
                names.add(name)
            case ast.Assign(targets=[ast.Name(name)], value=ast.BinOp(left=ast.Name(left))) if name == left:
                names.add(name)
    return names


def find_new_value(node: ast.Expr) -> Iterator[tuple[int, str]]:
    """Yield a call like `line.strip()` or `sorted(words)` whose new value is lost."""
    if not isinstance(node.value, ast.Call):
        return
    call, changed = node.value, ""
    match call.func:
        case ast.Attribute(value=ast.Name(name), attr=method) if len(call.args) == NEW_TEXTS.get(method):
            # `os.replace(old, new)` is of files
            if method != "replace" or any(isinstance(part, ast.Constant) for part in call.args):
                changed = name
        case ast.Name("sorted") if call.args and isinstance(call.args[0], ast.Name):
            changed = call.args[0].id
    if changed:
        yield node.lineno, NEW_VALUE.format(call=ast.unparse(call), name=changed)


def find_none_of_a_list(node: ast.Assign | ast.Return, own_names: set[str]) -> Iterator[tuple[int, str]]:
    """Yield a call like `cards.sort()` whose None is returned or gets a name.

    A method of one's own that is called so may give something.
    """
    match node.value:
        case ast.Call(func=ast.Attribute(value=ast.Name(name), attr=method)) as call:
            if method in CHANGE_LISTS and method not in own_names:
                yield node.lineno, GIVES_NONE.format(call=ast.unparse(call), name=name)


def find_values(tree: ast.Module) -> set[str]:
    """Return the names that get a value anywhere in a module, those of parameters too."""
    names = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(name, ast.Store()) | ast.arg(name):
                names.add(name)
    return names


def find_not_asked(node: ast.AST, functions: set[str]) -> Iterator[tuple[int, str]]:
    """Yield a condition that is the name of a function, as in `if is_even:` or `if line.isdigit:`.

    `given or default` is no condition: it may choose one of two functions.
    """
    match node:
        case ast.If(test=condition) | ast.While(test=condition) | ast.IfExp(test=condition):
            pass
        case ast.UnaryOp(ast.Not(), condition):
            pass
        case _:
            return
    for part in split_condition(condition):
        match part:
            case ast.Name(name) if name in functions:
                yield part.lineno, NOT_ASKED.format(name=name, taken="…")
            # a class of the participant's may have a value of that name
            case ast.Attribute(attr=name) if name in ASK_A_TEXT and name not in functions:
                taken = "" if name.startswith("is") else "…"
                yield part.lineno, NOT_ASKED.format(name=ast.unparse(part), taken=taken)


def split_condition(condition: ast.expr) -> list[ast.expr]:
    """Return what `and` and `or` join in a condition, or the condition itself."""
    if not isinstance(condition, ast.BoolOp):
        return [condition]
    parts = []
    for value in condition.values:
        parts += split_condition(value)
    return parts


def find_no_parts(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Yield a class of @dataclass that has no parts but those of its own __init__; it may inherit some."""
    named = [ast.unparse(decorator).partition("(")[0] for decorator in node.decorator_list]
    is_dataclass = any(name.rpartition(".")[2] == "dataclass" for name in named)
    has_parts = any(isinstance(part, ast.AnnAssign) for part in node.body)
    has_init = any(isinstance(part, ast.FunctionDef) and part.name == "__init__" for part in node.body)
    if is_dataclass and has_init and not has_parts and not node.bases:
        yield node.lineno, NO_PARTS.format(name=node.name)


def find_useless_values(function: Function) -> Iterator[tuple[int, str]]:
    """Yield each value in a function that nothing comes of; a text on several lines may be a comment."""
    docstring = function.body[0] if ast.get_docstring(function) is not None else None
    for node in ast.walk(function):
        if not isinstance(node, ast.Expr) or node is docstring:
            continue
        value = node.value
        match value:
            case ast.Compare():
                yield node.lineno, COMPARES_ONLY
            case ast.BinOp(left=ast.Name(name)):
                yield node.lineno, IS_LOST.format(name=name, value=ast.unparse(value))
            case _ if isinstance(value, VALUES) and not is_comment(value):
                yield node.lineno, NOTHING_COMES_OF_IT


def is_comment(value: ast.expr) -> bool:
    """True for `...`, and for a text that is written as a comment is: on several lines, or with spaces."""
    if not isinstance(value, ast.Constant):
        return False
    return value.value is ... or (isinstance(value.value, str) and len(value.value.split()) > 1)
