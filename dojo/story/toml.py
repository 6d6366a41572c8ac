"""A TOML file with known keys: it names a key that is missing, misspelt or of the wrong kind."""

import re
import tomllib
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from dojo.errors import UsageError

Kind = TypeVar("Kind")
KINDS = {str: "a text", int: "a number", list: "a list", dict: "a table"}
ALIKE = 0.7
"""From 0 to 1: if two keys are this much alike, one may be a misspelling of the other."""
MARK = "\ufeff"
MUST: Any = object()
"""The default of a key that has none."""


class BadFile(UsageError):
    """A file lacks something, or says something wrong; the message names the file and the key."""


class Table:
    """A table of the file: its keys are asked for one by one, and then no other may be left."""

    def __init__(self, values: dict[str, Any], file: Path, shown: str, name: str = "") -> None:
        self.values, self.file, self.shown, self.name = values, file, shown, name
        self.known: list[str] = []

    def value(self, key: str, kind: type[Kind], default: Any = MUST) -> Kind:
        """The value of a key; raises BadFile if it is missing without a default, or of the wrong kind."""
        self.known.append(key)
        if key not in self.values:
            if default is MUST:
                near = get_close_matches(key, self.values.keys() - set(self.known), 1, ALIKE)
                meant = f": is {near[0]} meant for it?" if near else ""
                raise BadFile(f"{self.shown}: the key {self.full(key)} is missing{meant}")
            return default  # type: ignore[no-any-return]
        value = self.values[key]
        if not isinstance(value, kind) or isinstance(value, bool):
            begins = f": a line [{self.full(key)}] begins one, or a heading is missing above it"
            hint = begins if kind is dict else ""
            raise BadFile(f"{self.shown}: {self.full(key)} is not {KINDS[kind]}{hint}")
        return value

    def texts(self, key: str, default: Any = MUST) -> list[str]:
        """A list of texts."""
        values = self.value(key, list, default)
        if not all(isinstance(value, str) for value in values):
            raise BadFile(f"{self.shown}: {self.full(key)} is not a list of texts")
        return values

    def numbers(self, key: str, default: Any = MUST) -> list[int]:
        """A list of numbers."""
        values = self.value(key, list, default)
        if not all(type(value) is int for value in values):
            raise BadFile(f"{self.shown}: {self.full(key)} is not a list of numbers")
        return values

    def path(self, key: str) -> Path:
        """A path that exists, from the file's own folder."""
        name = self.value(key, str)
        path = (self.file.parent / name).resolve()
        if not path.exists():
            raise BadFile(f"{self.shown}: {self.full(key)} leads nowhere: there is no {name}")
        return path

    def path_or_none(self, key: str) -> Path | None:
        """The same, if the key is given."""
        self.known.append(key)
        return self.path(key) if key in self.values else None

    def table(self, key: str, default: Any = MUST) -> "Table":
        """A table in it."""
        return Table(self.value(key, dict, default), self.file, self.shown, self.full(key))

    def tables(self, key: str) -> "dict[str, Table]":
        """Tables by their names, which anybody may choose; none where there are none."""
        every = self.table(key, {})
        return {name: every.table(name) for name in every.values}

    def full(self, key: str) -> str:
        """The key with the table that it is in: `katas.ladder.tests`."""
        return f"{self.name}.{key}" if self.name else key

    def end(self) -> None:
        """Raises BadFile if there is a key that nobody has asked for."""
        for key in self.values:
            if key not in self.known:
                near = get_close_matches(key, self.known, 1, ALIKE)
                instead = f"is it {near[0]}?" if near else f"there are {' '.join(self.known)}"
                raise BadFile(f"{self.shown}: there is no key {self.full(key)}: {instead}")


def line_of_key(file: Path, key: str) -> int:
    """The line on which a key, or the head of a table, first stands; 1 where none does."""
    return line_where(file, rf"^\s*\[?{re.escape(key)}\s*[=\]]")


def line_where(file: Path, pattern: str) -> int:
    """The first line that has a pattern; 1 if none has."""
    lines = enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), 1)
    return next((number for number, line in lines if re.search(pattern, line)), 1)


def read_toml(file: Path, shown: str) -> Table:
    """A file as a table; raises BadFile if it cannot be read."""
    try:
        text = file.read_text(encoding="utf-8")
        if text.startswith(MARK):
            raise BadFile(f"{shown}: it begins with a byte order mark; save it as UTF-8 without one")
        return Table(tomllib.loads(text), file, shown)
    except UnicodeDecodeError:
        raise BadFile(f"{shown}: this is not UTF-8; save it as UTF-8") from None
    except FileNotFoundError:
        raise BadFile(f"there is no {shown}") from None
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadFile(f"{shown}: {error}") from None
