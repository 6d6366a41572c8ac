"""What is written as in another language, or in a spreadsheet, and what Python writes in its place."""

import ast
import re
from collections.abc import Iterator

# a text or a comment in a line: what is in it is no code
TEXTS = re.compile(r""""[^"]*"|'[^']*'|#.*""")
FUNCTION = "A function begins with def, as in def double(number): and its lines are indented below it."
LOOP = "for n in range(3): counts 0, 1, 2, and for value in values: takes one value after the other."
BLOCK = "In place of { and }, a line ends with a colon, and the lines below it are indented."
# what is found in a line that Python cannot read, and what to say of it: the first one decides
SYNTAX = {
    re.compile(r"\bfunction\b\s*\w*\s*\(|^\s*(func|fn)\s+\w+\s*\("): FUNCTION,
    re.compile(r"^\s*(public|private|static|export)\b"): FUNCTION,
    re.compile(r"^\s*(let|const|var|void|int|float|double|string|String|bool|boolean)\s+\w+\s*\("): FUNCTION,
    # `n => 3` may be a comparison; in a call, or behind a =, it is a function
    re.compile(r"((?<=\w)(?<!\bif)\(|=)\s*(\w+|\([\w\s,]*\))\s*=>"): FUNCTION,
    re.compile(r"^\s*for\s*\((?![^)]*\)\s*in\b)|^\s*for\s+\w+\s+of\b"): LOOP,
    re.compile(r"^\s*switch\b"): "Python has no switch: if, elif and else ask one thing after the other.",
    re.compile(r"\belse *if\b"): "In place of else if, Python has elif.",
    re.compile(
        r"^\s*else\s+[^:\s]"
    ): "An else asks nothing, and a colon follows it at once: what asks is an elif, as in elif number == 5:",
    re.compile(r"[=!]=="): "In place of === and !==, Python has == and !=.",
    re.compile(r"<>"): "In place of <>, Python has !=.",
    re.compile(r"^\s*assert\b[^#]*[^=!<>]=[^=]"): "== compares two values: one = gives a name a value.",
    re.compile(r"&&|\|\|"): "In place of && and ||, Python has “and” and “or”.",
    re.compile(r"\b(AND|OR|NOT)\b"): "Python writes “and”, “or” and “not” in small letters.",
    re.compile(r"!(?!=)"): "In place of !, Python has not, as in if not found:",
    re.compile(r"=<|=>"): "Python writes <= and >=.",
    re.compile(r"\b(or|and)\s*(<|>|==|!=)"): (
        "A whole question stands on each side of “and” and “or”, as in n < 1 or n > 9."
    ),
    re.compile(r"\bthen\b\s*:?\s*$"): "In place of then, Python has a colon: if number == 3:",
    re.compile(r"\?.*:"): "In place of a ? b : c, Python has b if a else c.",
    re.compile(r"\bthrow\b"): 'In place of throw, Python has raise, as in raise ValueError("…").',
    re.compile(r"\bcatch\b"): "In place of catch, Python has except, as in except ValueError:",
    re.compile(r"\bnew\s+\w+"): "In place of new Point(…), Python has Point(…).",
    re.compile(r"\btypeof\b"): "In place of typeof, Python has type(…).",
    re.compile(r"^\s*(let|const|var|int|float|string|String|bool|boolean)\s+\w+\s*(=|;|$)"): (
        "A name gets its value with = alone, as in total = 0: no word stands in front of it."
    ),
    re.compile(r"^\s*def\s+\w+\((.*,\s*)?\w+\s+\w+"): (
        "A def has only names and commas in its brackets, as in def add(left, right):"
    ),
    re.compile(r"^\s*if\s*\(.*\)\s*(return|raise|print|\w+\s*[+-]?=)"): (
        "A question of an if ends with a colon, as in if number == 3: and what to do is indented below it."
    ),
    re.compile(r"\+\+|--\s*;?\s*$"): "In place of ++ and --, Python has += 1 and -= 1.",
    re.compile(r"[`“”‘’]"): """A text stands in one of these quotation marks: " or '.""",
    re.compile(r"^\s*/[/*]"): "A comment begins with #.",
}
# a line that begins a block with a curly bracket, and one that ends it: so does a dictionary
BEGINS = re.compile(r"(\)|\belse|\btry|\bdo|\bclass\s+\w+)\s*\{\s*$")
ENDS = re.compile(r"^\s*\}\s*(else|while|$)")
MISSING_NAME = "In place of {name}, Python has {other}."
NAMES = {
    "null": "None",
    "undefined": "None",
    "nil": "None",
    "NULL": "None",
    "console": "print(…)",
    "parseInt": "int(…)",
    "parseFloat": "float(…)",
    "String": "str(…)",
    "Number": "int(…), and % for what is left of a division",
    "Error": "ValueError, among others",
    "Math": "abs(…), max(…), min(…) and round(…), and // for a division without the remainder",
    "MOD": "%, as in number % 3",
    "mod": "%, as in number % 3",
    "IF": "if …: on a line of its own",
    "CONCATENATE": "+, as in first + second",
    "this": "self, the first parameter of each method",
}
# methods and parts of values: how it is called elsewhere, what a value needs for it here, and what Python has
METHODS = [
    ("length", "__len__", "len(…)"),
    ("size", "__len__", "len(…)"),
    ("toString", "__str__", "str(…)"),
    ("push", "append", ".append(…)"),
    ("add", "append", ".append(…)"),
    ("join", "__iter__", '"".join(values): the text that goes in between stands in front'),
    ("repeat", "__mul__", '*, as in "I" * 3'),
    ("includes", "__contains__", 'in, as in "I" in text'),
    ("contains", "__contains__", 'in, as in "I" in text'),
    ("has", "__contains__", "in, as in key in values"),
    ("toUpperCase", "upper", ".upper()"),
    ("toLowerCase", "lower", ".lower()"),
    ("trim", "strip", ".strip()"),
    ("charAt", "__getitem__", "[…], as in text[0]"),
    ("substring", "__getitem__", "[…], as in text[1:3]"),
    ("substr", "__getitem__", "[…], as in text[1:3]"),
    ("slice", "__getitem__", "[…], as in text[1:3]"),
    ("indexOf", "find", ".find(…)"),
    ("indexOf", "index", ".index(…)"),
    ("concat", "__add__", "+, as in first + second"),
    ("equals", "__eq__", "=="),
    ("forEach", "__iter__", "a loop: for value in values:"),
    ("map", "__iter__", "a loop: for value in values:"),
    ("filter", "__iter__", "a loop: for value in values:"),
]
BITS = "“{word}” joins two questions: {sign} is for the bits of numbers"


def advise_on_line(line: str, above: list[str]) -> str:
    """Say what Python writes in place of what is in a line that it cannot read; or nothing.

    Takes the lines above as well: a bracket that begins a block may be in one of them.
    """
    code = TEXTS.sub("_", line)
    for pattern, advice in SYNTAX.items():
        if pattern.search(code):
            return advice
    begins = any(BEGINS.search(TEXTS.sub("_", text)) for text in (line, *above))
    return BLOCK if begins or ENDS.search(code) else ""


def advise_on_foreign_name(name: str) -> str:
    """Say what Python has in place of a name that another language knows; or nothing."""
    return MISSING_NAME.format(name=name, other=NAMES[name]) if name in NAMES else ""


def advise_on_foreign_method(name: str, value: object) -> str:
    """Say what Python has in place of a method, or a part, that a value has elsewhere; or nothing."""
    for foreign, needed, other in METHODS:
        if foreign == name and hasattr(type(value), needed):
            return MISSING_NAME.format(name=f".{name}", other=other)
    return ""


def find_bits(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield `n % 3 == 0 & n % 5 == 0`, with its line: Python reads it as `n % 3 == (0 & n % 5) == 0`."""
    if not isinstance(node, ast.Compare):
        return
    for part in node.comparators[:-1]:
        match part:
            # `0 <= n & 7 < 8` is about bits
            case ast.BinOp(left=ast.Constant(), op=ast.BitAnd()):
                yield node.lineno, BITS.format(word="and", sign="&")
            case ast.BinOp(left=ast.Constant(), op=ast.BitOr()):
                yield node.lineno, BITS.format(word="or", sign="|")
