"""A session that needs no disk, as its lights, or as a room hears of it; and tables of rules as a text."""

import re
from collections.abc import Sequence
from textwrap import dedent
from typing import Any

import pytest
from helpers import light_with
from prove.made import files as made

from dojo.attempt.light import Light
from dojo.attempt.snapshot import Files
from dojo.room.models import Pair, Proof, Record, Report

START = 1_790_000_000.0
MINUTE = 60

Saved = tuple[float, dict[str, Sequence[str]], dict[str, Any]]
"""A light: seconds after the last one, its files by their lines, and its other fields."""


def light(
    seconds: float,
    verb: str,
    colour: str = "",
    code: Sequence[str] = "",
    tests: Sequence[str] = "",
    **told: Any,
) -> Saved:
    """A light so many seconds after the last one; `code` and `tests` are a sign for each line."""
    texts = {"fizz.py": code, "test_fizz.py": tests}
    return seconds, texts, {"verb": verb, "colour": colour, "counts": {colour: 1}} | told


def session(text: str) -> list[Saved]:
    """The lights of `start red - t shown=0 | watch green ab t 60s`: verb, colour, code, tests, and more.

    `-` is no line at all; without its seconds a light comes 9 after the last one.
    """
    return [light_of(words.split()) for words in text.split("|")]


def light_of(words: list[str]) -> Saved:
    """A light from its words."""
    seconds = int(words.pop()[:-1]) if words[-1][:-1].isdigit() else 9
    texts = dict(word.split("=") for word in words if "=" in word)
    more: dict[str, Any] = {
        name: int(value) if value.isdigit() else {"True": True, "False": False}.get(value, value)
        for name, value in texts.items()
    }
    more |= {name: tuple(map(int, more[name].split("/"))) for name in more.keys() & {"accepted", "caught"}}
    if "greens" in more:
        more["counts"] = {"green": more.pop("greens")}
    if "shown" in more:
        more["revealed"] = more.pop("shown")
    plain = [word.replace("-", "") for word in words if "=" not in word]
    return light(seconds, *plain, **more)


def played(*told: Saved) -> tuple[list[Light], dict[str, Files]]:
    """The lights, and the files of each, by its id."""
    lights: list[Light] = []
    files: dict[str, Files] = {}
    now = 1_700_000_000.0
    for number, (seconds, texts, more) in enumerate(told, 1):
        now += seconds
        lights.append(light_with(number=number, when=now, id=f"light {number}", **more))
        lines = {name: "".join(f"{line}\n" for line in text) for name, text in texts.items()}
        files[f"light {number}"] = made(lines)
    return lights, files


def record(name: str, *told: tuple[Any, ...], proof: Proof | None = None) -> Record:
    """The record of a pair, as a room has it, with a light for each `(minute, colour, other)`."""
    lights = []
    for number, (minute, colour, *other) in enumerate(told, start=1):
        green, tests = (number, number) if colour == "green" else (number - 1, number)
        values: dict[str, Any] = {"test": f"rule {number}", "green": green, "tests": tests, "in_green": ""}
        values |= other[0] if other else {}
        lights.append(Report("a" * 12, number, START + minute * MINUTE, "next", colour, **values))
    return Record(Pair((name.encode().hex() * 32)[:20], name, "fizz"), lights, proof)


def rows(text: str) -> list[pytest.ParameterSet]:
    """The rows of a table: a rule :: what is given => what is found; more lines of a row are indented."""
    whole = re.sub(r"\n +", " ", dedent(text).strip())
    told = [re.split(r" *(?:::|=>) *", row) for row in whole.splitlines()]
    return [pytest.param(given, found, id=rule) for rule, given, found in told]
