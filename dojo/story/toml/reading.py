"""A TOML file as a dataclass: a line names a key that is missing, misspelt or of the wrong kind.

msgspec reads TOML into structs as well, and a room's reports are read so. Stories are not: each verb reads
them, also the help, and an import of msgspec would take longer than reading all of them does. And they are
read in a browser, whose Python has no msgspec.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, get_args, get_origin, get_type_hints

from dojo.errors import UsageError, describe_error
from dojo.files import is_missing

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T", bound="DataclassInstance")

# The key of a field that is called otherwise, in its metadata.
KEY = "key"
# A key that is nearly one that there is counts as mistyped: 1 would be the same one.
SIMILARITY = 0.7
# What a value of each type is in the file; of any other type, it is a table.
KINDS: dict[object, tuple[type, str]] = {
    str: (str, "a text"),
    Path: (str, "a text"),
    int: (int, "a number"),
    bool: (bool, "true or false"),
    tuple[str, ...]: (list, "a list of texts"),
    tuple[int, ...]: (list, "a list of numbers"),
}


class BadFile(UsageError):
    """A file lacks something, or says something wrong; the message names the file and the key."""


def read_toml(kind: type[T], file: Path, shown: str, /, **known: object) -> T:
    """Read a file as a dataclass, with fields that are known already; raises BadFile.

    `shown` is the path of the file in the message.
    """
    try:
        values = tomllib.loads(file.read_text(encoding="utf-8"))
        return read_table(kind, values, file.parent, "", known)
    except UnicodeDecodeError:
        problem = "this is not UTF-8; save it as UTF-8"
    except (OSError, tomllib.TOMLDecodeError, BadFile) as error:
        problem = describe_error(error)
    raise BadFile(f"{shown}: {problem}")


def read_table(
    kind: type[T], values: Mapping[str, object], folder: Path, above: str, known: Mapping[str, object]
) -> T:
    """Read a table as a dataclass: each key is a field, and `above` comes before its name. Raises BadFile."""
    types = get_type_hints(kind)
    fields_by_key = {}
    for field in fields(kind):
        if field.name not in known:
            fields_by_key[field.metadata.get(KEY, field.name)] = field
    for key in values:
        if key not in fields_by_key:
            near = get_close_matches(key, fields_by_key, 1, SIMILARITY)
            instead = f"is it {near[0]}?" if near else f"there are {' '.join(fields_by_key)}"
            raise BadFile(f"there is no key {above}{key}: {instead}")
    read = {**known}
    for key, field in fields_by_key.items():
        if key in values:
            read[field.name] = read_value(types[field.name], values[key], folder, f"{above}{key}")
            if is_needed(field) and read[field.name] == "":
                raise BadFile(f"{above}{key} is empty: write it")
        elif is_needed(field):
            raise BadFile(f"the key {above}{key} is missing")
    return kind(**read)


def is_needed(field: Field[object]) -> bool:
    """True if a table must have the key of this field."""
    return field.default is MISSING and field.default_factory is MISSING


def read_value(kind: object, value: object, folder: Path, key: str) -> object:
    """Read a value of a kind; a path is one that exists, from the folder of the file. Raises BadFile."""
    is_optional = type(None) in get_args(kind)
    if is_optional:
        kind = get_args(kind)[0]
    toml_type, noun = KINDS.get(kind, (dict, "a table"))
    # bool is an int as well, and so no isinstance
    if type(value) is not toml_type:
        raise BadFile(f"{key} is not {noun}")
    if isinstance(value, dict):
        return read_tables(kind, value, folder, key)
    if isinstance(value, list):
        for item in value:
            if type(item) not in get_args(kind):
                raise BadFile(f"{key} is not {noun}")
        return tuple(value)
    if kind is Path:
        path = (folder / str(value)).resolve()
        if is_missing(path):
            raise BadFile(f"{key} leads nowhere: there is no {value}")
        return path
    return value


def read_tables(kind: object, tables: Mapping[str, object], folder: Path, key: str) -> object:
    """Read a table, or tables by their names, which anybody may choose; raises BadFile.

    The kind is a dataclass; a tuple of one, `tuple[Kata, ...]`; or `dict[str, …]` of values of one kind.
    """
    if isinstance(kind, type) and is_dataclass(kind):
        return read_table(kind, tables, folder, f"{key}.", {})
    if get_origin(kind) is dict:
        kind_of_values = get_args(kind)[1]
        values = {}
        for name, value in tables.items():
            values[name] = read_value(kind_of_values, value, folder, f"{key}.{name}")
        return values
    kind_of_tables = get_args(kind)[0]
    read = []
    for name, table in tables.items():
        if not isinstance(table, dict):
            raise BadFile(f"{key}.{name} is not a table")
        read.append(read_table(kind_of_tables, table, folder, f"{key}.{name}.", {"name": name}))
    return tuple(read)


def line_of_key(file: Path, key: str) -> int:
    """Return the line on which a key, or the head of a table, first is; 1 where none is."""
    return line_where(file, rf"^\s*\[?{re.escape(key)}\s*[=\]]")


def line_where(file: Path, pattern: str) -> int:
    """Return the number of the first line that has a pattern; 1 if none has."""
    text = file.read_text(encoding="utf-8", errors="replace")
    for number, line in enumerate(text.splitlines(), 1):
        if re.search(pattern, line):
            return number
    return 1
