"""A TOML file as a dataclass: a line names a key that is missing, misspelt or of the wrong kind."""

import re
import tomllib
from collections.abc import Callable
from dataclasses import MISSING, fields, is_dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from dojo.errors import UsageError

T = TypeVar("T")
KEY = "key"
"""The key of a field that is called otherwise, in its metadata."""
MARK = "\ufeff"
KINDS = {str: "a text", int: "a number", tuple: "a list", list: "a list", dict: "a table"}
WRITTEN: dict[Any, type] = {tuple: list}
ITEMS = {str: "texts", int: "numbers"}
ALIKE = 0.7
"""From 0 to 1: if two keys are this much alike, one may be a misspelling of the other."""


class BadFile(UsageError):
    """A file lacks something, or says something wrong; the message names the file and the key."""


class Place(NamedTuple):
    """Where a value stands: its file, how a message names that, and the key: `katas.ladder.tests`."""

    file: Path
    shown: str
    key: str = ""

    def at(self, key: str) -> "Place":
        """The place of a key in a table that stands here."""
        return self._replace(key=f"{self.key}.{key}" if self.key else key)

    def fault(self, what: str) -> BadFile:
        return BadFile(f"{self.shown}: {what}")


def read_toml(kind: Callable[..., T], file: Path, shown: str, /, **known: object) -> T:
    """A file as a dataclass, with fields that are known already; raises BadFile."""
    place = Place(file, shown)
    text = ""
    try:
        text = file.read_text(encoding="utf-8")
        values = tomllib.loads(text)
    except UnicodeDecodeError:
        raise place.fault("this is not UTF-8; save it as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        mark = "it begins with a byte order mark; save it as UTF-8 without one"
        raise place.fault(mark if text.startswith(MARK) else str(error)) from None
    except OSError as error:
        raise place.fault(error.strerror or str(error)) from None
    found: T = read_table(kind, values, place, **known)
    return found


def read_table(kind: Any, values: dict[str, Any], place: Place, /, **known: object) -> Any:
    """A table as a dataclass: each key is a field. Raises BadFile."""
    types, found = get_type_hints(kind), dict(known)
    keys = {one.metadata.get(KEY, one.name): one for one in fields(kind) if one.name not in known}
    for key, one in keys.items():
        full = place.at(key)
        if key in values:
            found[one.name] = read_value(types[one.name], values[key], full)
        elif one.default is MISSING and one.default_factory is MISSING:
            near = get_close_matches(key, values.keys() - keys.keys(), 1, ALIKE)
            meant = f": is {near[0]} meant for it?" if near else ""
            raise place.fault(f"the key {full.key} is missing{meant}")
    for key in (key for key in values if key not in keys):
        near = get_close_matches(key, keys, 1, ALIKE)
        instead = f"is it {near[0]}?" if near else f"there are {' '.join(keys)}"
        raise place.fault(f"there is no key {place.at(key).key}: {instead}")
    return kind(**found)


def read_value(kind: Any, value: Any, place: Place) -> Any:
    """A value of a kind; a path is one that exists, from the folder of the file. Raises BadFile."""
    parts = get_args(kind)
    if type(None) in parts:
        return read_value(parts[0], value, place)
    if kind is Path:
        path = (place.file.parent / read_value(str, value, place)).resolve()
        if not path.exists():
            raise place.fault(f"{place.key} leads nowhere: there is no {value}")
        return path
    if is_dataclass(kind):
        return read_table(kind, read_value(dict, value, place), place)
    if parts and is_dataclass(parts[0]):  # tables by their names, which anybody may choose
        places = {name: place.at(name) for name in read_value(dict, value, place)}
        tables = {name: read_value(dict, value[name], there) for name, there in places.items()}
        return tuple(read_table(parts[0], tables[name], there, name=name) for name, there in places.items())
    plain = get_origin(kind) or kind
    if isinstance(value, bool) or not isinstance(value, WRITTEN.get(plain, plain)):
        hint = f": a line [{place.key}] begins one, or a heading is missing above it" if plain is dict else ""
        raise place.fault(f"{place.key} is not {KINDS[plain]}{hint}")
    if plain is dict and parts:
        return {name: read_value(parts[1], one, place.at(name)) for name, one in value.items()}
    if plain in (list, tuple) and not all(type(one) is parts[0] for one in value):
        raise place.fault(f"{place.key} is not a list of {ITEMS[parts[0]]}")
    return plain(value)


def line_of_key(file: Path, key: str) -> int:
    """The line on which a key, or the head of a table, first stands; 1 where none does."""
    return line_where(file, rf"^\s*\[?{re.escape(key)}\s*[=\]]")


def line_where(file: Path, pattern: str) -> int:
    """The first line that has a pattern; 1 if none has."""
    lines = enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
    return next((number for number, line in lines if re.search(pattern, line)), 1)
