"""An attempt at the small story's kata, just started: its module is empty, and its first test red."""

from collections.abc import Callable
from typing import Any

import pytest
from helpers import Copy, record_light

from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create
from dojo.attempt.light import Light, runs_of
from dojo.attempt.recording import all_lights

ONE = 'def say(number):\n    return "1"\n'
"""Green for the first test of ours, red for the second: `2` is to be said."""
NUMBERS = "def say(number):\n    return str(number)\n"
"""Green for the second as well."""
FIZZ = 'def say(number):\n    return "Fizz" if number == 3 else str(number)\n'
"""Green for all."""


@pytest.fixture
def attempt(bare: Copy) -> Attempt:
    return create(bare.workspace, "tables-3", "fizz")


@pytest.fixture
def save(attempt: Attempt) -> Callable[[str], int]:
    """Saves a text as the attempt's module."""
    return attempt.module.write_text


@pytest.fixture
def show(bare: Copy, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a verb that ends well, and return its output."""

    def run(*words: str) -> str:
        capsys.readouterr()
        assert bare.verb(*words) == 0
        shown = capsys.readouterr()
        assert shown.err == ""
        return shown.out

    return run


@pytest.fixture
def said(show: Callable[..., str]) -> Callable[..., str]:
    """What a verb shows, in one line."""
    return lambda *words: in_a_line(show(*words))


@pytest.fixture
def refuse(bare: Copy, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Run a verb that ends with an error, and return that line."""

    def run(*words: str, status: int = 2) -> str:
        capsys.readouterr()
        assert bare.verb(*words) == status
        shown = capsys.readouterr()
        (line,) = shown.err.splitlines()
        assert shown.out == ""
        return line

    return run


def in_a_line(shown: str) -> str:
    """Join the lines of an output."""
    return " ".join(shown.split())


def ran(
    attempt: Attempt, colour: str = "green", revealed: int | None = 0, verb: str = "next", **fields: Any
) -> Light:
    """Record a run of the files as they are, after which so many tests are known: nothing runs."""
    return record_light(attempt, verb=verb, colour=colour, counts={colour: 1}, revealed=revealed, **fields)


def list_runs(attempt: Attempt) -> list[tuple[str, str, int | None]]:
    """List the verb of each run, its colour, and how many tests of ours were known from then on."""
    return [(run.verb, run.colour, run.revealed) for run in runs_of(all_lights(attempt))]


def verbs_of(attempt: Attempt) -> list[str]:
    """The verb of each light."""
    return [light.verb for light in all_lights(attempt)]
