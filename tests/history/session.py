"""A session that needs no disk, as its lights, or as a room hears of it."""

from collections.abc import Sequence
from typing import Any

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
    verb: str,
    colour: str = "",
    code: Sequence[str] = "",
    tests: Sequence[str] = "",
    *,
    after: float = 9,
    **fields: Any,
) -> Saved:
    """A light, `after` so many seconds; `code` and `tests` are a sign for each line."""
    texts = {"fizz.py": code, "test_fizz.py": tests}
    return after, texts, {"verb": verb, "colour": colour, "counts": {colour: 1}} | fields


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
