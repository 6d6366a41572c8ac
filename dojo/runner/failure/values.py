"""Values as they are written in Python: whole, and without addresses."""

import re
from textwrap import indent, wrap
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest
from rich.pretty import pretty_repr

WIDTH = 66
"""How wide a value may be on one line: with what stands in front of it, that makes 80 columns."""
NAMED = BuiltinFunctionType, FunctionType, type
ATOM = r"\S{1,12}"
"""A number or a short word."""
LAST_ITEM = re.compile(r"(?<=[^,\[({])(\n *[\])}])")
MOST = 20_000
"""How many signs of a text are looked through: nobody reads more than that."""
ADDRESS = re.compile(r"<([^<>]*) at 0x[0-9a-fA-F]+>")
BARE_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{6,}")
CODE = re.compile(r"(?:function|built-in method|bound method) ([\w.]+).*")
METHOD = re.compile(r"<bound method ([\w.]+) of <[^<>]*>>")
CLASS = re.compile(r"<class '(?:\w+\.)*(\w+)'>")
MODULE = re.compile(r"<module '(?:\w+\.)*(\w+)'[^<>]*>")


def one_line(value: Any) -> str:
    """A value on one line, however long that is."""
    match value:
        case pytest.ExceptionInfo():
            return one_line(value.value)
        case ModuleType():
            return value.__name__.rpartition(".")[2]
        case _ if type(value) in NAMED:
            return str(value.__name__)
    try:
        return without_addresses(repr(value))
    except Exception as fault:
        return f"<{type(value).__name__}, whose repr raises {type(fault).__name__}>"


def format_value(value: Any) -> list[str]:
    """A value on one line if it fits; else a text in its lines, and a list in its items."""
    line = one_line(value)
    return [line] if fits(line) else split_value(value)


def fits(line: str) -> bool:
    return len(line) <= WIDTH and "\n" not in line


def split_value(value: Any) -> list[str]:
    """A value with a line for each of its parts."""
    if type(value) is str:
        return [repr(line) for line in value.splitlines(keepends=True)] or ["''"]
    width = min(WIDTH, len(one_line(value)) - 1)
    text = LAST_ITEM.sub(r",\1", pretty_repr(value, max_width=width))  # one more item changes no other line
    return without_addresses(text).splitlines()


def format_assignment(name: str, value: Any) -> list[str]:
    """`name = value`, as Python would read it; of numbers and short words as many on a line as fit."""
    if fits(f"{name} = {one_line(value)}"):
        return [f"{name} = {one_line(value)}"]
    first, *rest = split_value(value)
    if is_row_of_atoms(value):
        words = f"{', '.join(map(repr, value))},"
        rest = [*indent("\n".join(wrap(words, WIDTH - 4)), " " * 4).splitlines(), rest[-1]]
    if rest and type(value) is str:
        return [f"{name} = (", *(f"    {line}" for line in (first, *rest)), ")"]
    return [f"{name} = {first}", *rest]


def is_row_of_atoms(value: Any) -> bool:
    """True for a list or a tuple of numbers and short words."""
    return type(value) in (list, tuple) and all(
        isinstance(item, int | float | str) and re.fullmatch(ATOM, repr(item)) for item in value
    )


def without_addresses(text: str) -> str:
    """`<fizz.Said object at 0x7f21>` → `<Said>`, `<function say at 0x7f21>` → `say`."""
    text, before = text[:MOST], ""
    if "<locals>" in text or "<lambda>" in text:
        text = text.replace("<locals>", "locals").replace("<lambda>", "lambda")
    while before != text:
        before, text = text, METHOD.sub(r"\1", ADDRESS.sub(without_its_address, text))
    return BARE_ADDRESS.sub("", MODULE.sub(r"\1", CLASS.sub(r"\1", text)))


def without_its_address(found: re.Match[str]) -> str:
    if code := CODE.fullmatch(found[1]):
        return code[1].rpartition(".")[2]
    if found[1].endswith(" object"):
        return f"<{found[1].removesuffix(' object').rpartition('.')[2]}>"
    return f"<{found[1]}>"
