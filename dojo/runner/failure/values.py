"""Values as they are written in Python: whole, and without addresses."""

import re
from pprint import pformat
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

WIDTH = 66
"""How wide a value may be on one line: with what stands in front of it, that makes 80 columns."""
NAMED = BuiltinFunctionType, FunctionType, type
SHORT = 12
"""Characters of a short value."""
MOST = 20_000
"""How many signs of a text are looked through: nobody reads more than that."""
ADDRESS = re.compile(r"<([^<>]*) at 0x[0-9a-fA-F]+>")
BARE_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]{6,}")
CODE = re.compile(r"(?:function|built-in method|bound method) ([\w.]+).*")
METHOD = re.compile(r"<bound method ([\w.]+) of <[^<>]*>>")
CLASS = re.compile(r"<class '(?:\w+\.)*(\w+)'>")
MODULE = re.compile(r"<module '(?:\w+\.)*(\w+)'[^<>]*>")


def in_a_line(value: Any) -> str:
    """A value on one line, however long that is."""
    match value:
        case pytest.ExceptionInfo():
            return in_a_line(value.value)
        case ModuleType():
            return value.__name__.rpartition(".")[2]
        case _ if type(value) in NAMED:
            return str(value.__name__)
    try:
        return without_addresses(repr(value))
    except Exception as fault:
        return f"<{type(value).__name__}, whose repr raises {type(fault).__name__}>"


def lines(value: Any) -> list[str]:
    """A value on one line if it fits; else a text in its lines, and a list in its items."""
    line = in_a_line(value)
    return [line] if fits(line) else parts(value)


def fits(line: str) -> bool:
    return len(line) <= WIDTH and "\n" not in line


def parts(value: Any) -> list[str]:
    """A value with a line for each of its parts."""
    if type(value) is str:
        return [repr(line) for line in value.splitlines(keepends=True)] or ["''"]
    if type(value) in (list, tuple) and value:
        opened, closed = "[]" if type(value) is list else "()"
        return [opened, *(f"    {line}" for item in value for line in item_lines(item)), closed]
    if names := getattr(value, "_fields", None):
        items = zip(names, value, strict=True)
        inside = [f"    {line}" for name, item in items for line in item_lines(item, f"{name}=")]
        return [f"{type(value).__name__}(", *inside, ")"]
    return without_addresses(pformat(value, width=WIDTH, sort_dicts=False)).splitlines()


def item_lines(item: Any, name: str = "") -> list[str]:
    """A part of a value, and the comma after it; a text stays whole."""
    first, *rest = [in_a_line(item)] if isinstance(item, str) else lines(item)
    *most, last = [f"{name}{first}", *rest]
    return [*most, f"{last},"]


def named(name: str, value: Any) -> list[str]:
    """`name = value`, as Python would read it."""
    whole = fits(f"{name} = {in_a_line(value)}")
    first, *rest = lines(value) if whole else packed(value) if is_row_of_atoms(value) else parts(value)
    if rest and type(value) is str:
        return [f"{name} = (", *(f"    {line}" for line in (first, *rest)), ")"]
    return [f"{name} = {first}", *rest]


def is_row_of_atoms(value: Any) -> bool:
    """True for a list or a tuple of numbers and short words."""
    return type(value) in (list, tuple) and all(
        isinstance(item, int | float | str) and len(repr(item)) <= SHORT for item in value
    )


def packed(value: Any) -> list[str]:
    """A list of short values as it is typed: as many on a line as fit."""
    opened, closed = "[]" if type(value) is list else "()"
    rows = [""]
    for item in value:
        if len(rows[-1]) + len(repr(item)) + 2 > WIDTH - 4:
            rows.append("")
        rows[-1] += f"{item!r}, "
    return [opened, *(f"    {row.rstrip()}" for row in rows), closed]


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
