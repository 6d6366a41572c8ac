"""Writes the values of a row, so that equal ones look the same in each run, and others do not.

It is copied next to the plugin. It runs on Python 3.9, and imports nothing of ours.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from types import CodeType, FunctionType
from typing import Any

# an object may have a whole application in it
MAX_DEPTH = 4


def write_value(value: object, above: tuple[int, ...] = ()) -> str:
    """Write a value: the order of a set says nothing, and an object is what it has in it.

    `above` has the addresses of the values that this one is in.
    """
    kind = type(value)
    if id(value) in above or len(above) > MAX_DEPTH:
        return f"<{kind.__name__}>"
    inside = (*above, id(value))
    if kind is dict:
        return write_dict(value, inside)  # type: ignore[arg-type]
    if kind in (list, tuple):
        return f"{kind.__name__}({', '.join(write_all(value, inside))})"
    if kind in (set, frozenset):
        return f"{kind.__name__}({', '.join(sorted(write_all(value, inside)))})"
    if isinstance(value, FunctionType) and value.__name__ == "<lambda>":
        return write_lambda(value, inside)
    fields = fields_of(value)
    if fields is None:
        return write_by_itself(value)
    pairs = [f"{name}={write_value(part, inside)}" for name, part in fields.items()]
    return f"{kind.__name__}({', '.join(pairs)})"


def write_dict(values: Mapping[object, object], above: tuple[int, ...]) -> str:
    pairs = [f"{key!r}: {write_value(part, above)}" for key, part in values.items()]
    return "{" + ", ".join(pairs) + "}"


def write_all(values: Any, above: tuple[int, ...]) -> list[str]:
    return [write_value(part, above) for part in values]


def fields_of(value: Any) -> dict[str, object] | None:
    """Return what is in an object that does not write itself; None of one that does, or has nothing in it."""
    kind: Any = type(value)
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return dict(zip(kind._fields, value))
    if dataclasses.is_dataclass(kind):
        names = [field.name for field in dataclasses.fields(kind)]
    elif kind.__repr__ is object.__repr__:
        names = list(getattr(value, "__dict__", ()))
        for base in kind.__mro__:
            slots = base.__dict__.get("__slots__", ())
            names += [slots] if isinstance(slots, str) else slots
    else:
        return None
    found = {}
    for name in names:
        # one that was never set, or that an object makes when it is asked, and cannot
        with suppress(Exception):
            found[name] = getattr(value, name)
    return found or None


def write_by_itself(value: object) -> str:
    """Write a value by its `repr`, in which a mock has its address."""
    try:
        text = repr(value)
    except Exception as fault:
        return f"<{type(value).__name__} whose repr raises {type(fault).__name__}>"
    return text.replace(str(id(value)), "")


def write_lambda(function: FunctionType, above: tuple[int, ...]) -> str:
    """Write a function without a name by its code, and what that takes from around it."""
    cells = []
    for cell in function.__closure__ or ():
        # what it names is not there yet
        with suppress(ValueError):
            cells.append(cell.cell_contents)
    around = write_value([function.__defaults__, function.__kwdefaults__, cells], above)
    code = repr(parts_of(function.__code__)) + around
    return f"lambda {sha256(code.encode()).hexdigest()[:16]}"


def parts_of(code: CodeType) -> list[object]:
    """Return what some code does, without the place where it is."""
    constants = [parts_of(part) if isinstance(part, CodeType) else part for part in code.co_consts]
    return [code.co_code, code.co_names, code.co_varnames, code.co_freevars, constants]
