"""The fields of a JSON object, each of the type that its reader expects."""

import math
from typing import cast

from dojo.attempt.light import RUNS
from dojo.model.outcome import Colour, Reason


class InvalidLightError(Exception):
    """A text is not a light; the message says in a line what is wrong with it."""


class Fields:
    """A JSON object; each method returns one of its fields, or raises InvalidLightError."""

    def __init__(self, value: object) -> None:
        if not isinstance(value, dict):
            raise InvalidLightError(f"{kind_of(value)} is not an object")
        self.values: dict[str, object] = value

    def says(self, name: str) -> bool:
        """True if the field is there, and not null."""
        return self.values.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        value = self.values.get(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, "a text")
        return value

    def verb(self, name: str) -> str:
        verb = self.text(name)
        if verb not in RUNS:
            raise self.wrong(name, "a verb that runs the tests")
        return verb

    def colour(self, name: str) -> Colour:
        try:
            return Colour(self.text(name))
        except ValueError:
            raise self.wrong(name, "a colour") from None

    def reason(self, name: str) -> Reason:
        return reason_of(self.text(name))

    def flag(self, name: str) -> bool:
        value = self.values.get(name, False)
        if not isinstance(value, bool):
            raise self.wrong(name, "true or false")
        return value

    def count(self, name: str, default: int | None = None) -> int:
        value = self.values.get(name, default)
        if type(value) is not int or value < 0:
            raise self.wrong(name, "a number of things")
        return value

    def optional_count(self, name: str) -> int | None:
        return self.count(name) if self.says(name) else None

    def seconds(self, name: str) -> float:
        value = self.values.get(name)
        if type(value) not in (int, float) or not math.isfinite(cast(float, value)):
            raise self.wrong(name, "a number of seconds")
        return float(cast(float, value))

    def pair(self, name: str) -> tuple[int, int]:
        match self.values.get(name):
            case [int(part), int(whole)]:
                return part, whole
        raise self.wrong(name, "two numbers")

    def items(self, name: str) -> list[object]:
        value = self.values.get(name, [])
        if not isinstance(value, list):
            raise self.wrong(name, "a list")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        found = []
        for value in self.items(name):
            if not isinstance(value, str):
                raise self.wrong(name, "a list of texts")
            found.append(value)
        return tuple(found)

    def inner(self, name: str) -> "Fields":
        """Return the object in a field; one that is not there is empty."""
        return Fields(self.values.get(name, {}))

    def counts(self, name: str) -> dict[str, int]:
        """Return the numbers in the object of a field, by their names."""
        inner = self.inner(name)
        return {key: inner.count(key) for key in inner.values}

    def optional_counts(self, name: str) -> dict[str, int] | None:
        return self.counts(name) if self.says(name) else None

    def all_texts(self) -> dict[str, str]:
        """Return all fields, which are texts."""
        return {name: self.text(name) for name in self.values}

    def wrong(self, name: str, expected: str) -> InvalidLightError:
        found = kind_of(self.values[name]) if name in self.values else "not there"
        return InvalidLightError(f"{name!a} is {found}, and not {expected}")


def reason_of(text: str) -> Reason:
    """Return the reason with that name; raises InvalidLightError."""
    try:
        return Reason(text)
    except ValueError as error:
        raise InvalidLightError(str(error)) from None


def kind_of(value: object) -> str:
    """Return the beginning of a value, as a message shows it."""
    return ascii(value)[:40]
