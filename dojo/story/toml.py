"""A TOML file as a dataclass: a line names a key that is missing, misspelt or of the wrong kind."""

import re
import tomllib
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from dojo.errors import UsageError, describe_error
from dojo.files import is_missing

KEY = "key"
"""The key of a field that is called otherwise, in its metadata."""
KINDS: dict[Any, tuple[type, str]] = {
    str: (str, "a text"),
    Path: (str, "a text"),
    int: (int, "a number"),
    tuple[str, ...]: (list, "a list of texts"),
    tuple[int, ...]: (list, "a list of numbers"),
}
"""What a value of each type is in the file; of any other type, it is a table."""


class BadFile(UsageError):
    """A file lacks something, or says something wrong; the message names the file and the key."""


def read_toml(kind: Any, file: Path, shown: str, /, **known: object) -> Any:
    """A file as a dataclass, with fields that are known already; raises BadFile."""
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
        return read_table(kind, values, file.parent, "", **known)
    except UnicodeDecodeError:
        fault = "this is not UTF-8; save it as UTF-8"
    except (OSError, tomllib.TOMLDecodeError, BadFile) as error:
        fault = describe_error(error)
    raise BadFile(f"{shown}: {fault}")


def read_table(kind: Any, values: dict[str, Any], folder: Path, above: str, /, **known: object) -> Any:
    """A table as a dataclass: each key is a field, and `above` comes before its name. Raises BadFile."""
    types, found = get_type_hints(kind), dict(known)
    keys = {one.metadata.get(KEY, one.name): one for one in fields(kind) if one.name not in known}
    for key in (key for key in values if key not in keys):
        near = get_close_matches(key, keys, 1, 0.7)
        instead = f"is it {near[0]}?" if near else f"there are {' '.join(keys)}"
        raise BadFile(f"there is no key {above}{key}: {instead}")
    for key, one in keys.items():
        if key in values:
            found[one.name] = read_value(types[one.name], values[key], folder, f"{above}{key}")
        elif one.default is MISSING and one.default_factory is MISSING:
            raise BadFile(f"the key {above}{key} is missing")
    return kind(**found)


def read_value(kind: Any, value: Any, folder: Path, key: str, /, **known: object) -> Any:
    """A value of a kind; a path is one that exists, from the folder of the file. Raises BadFile."""
    parts = get_args(kind)
    if type(None) in parts:
        return read_value(parts[0], value, folder, key)
    written, name = KINDS.get(kind, (dict, "a table"))
    given = type(value)
    if given is not written or (written is list and {type(one) for one in value} - {*parts}):
        raise BadFile(f"{key} is not {name}")
    if kind is Path:
        path = (folder / value).resolve()
        if is_missing(path):
            raise BadFile(f"{key} leads nowhere: there is no {value}")
        return path
    if is_dataclass(kind):
        return read_table(kind, value, folder, f"{key}.", **known)
    if get_origin(kind) is dict:
        return {name: read_value(parts[1], one, folder, f"{key}.{name}") for name, one in value.items()}
    if written is dict:  # tables by their names, which anybody may choose
        tables = value.items()
        return tuple(read_value(parts[0], one, folder, f"{key}.{name}", name=name) for name, one in tables)
    return tuple(value) if written is list else value


def line_of_key(file: Path, key: str) -> int:
    """The line on which a key, or the head of a table, first stands; 1 where none does."""
    return line_where(file, rf"^\s*\[?{re.escape(key)}\s*[=\]]")


def line_where(file: Path, pattern: str) -> int:
    """The first line that has a pattern; 1 if none has."""
    lines = enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
    return next((number for number, line in lines if re.search(pattern, line)), 1)
