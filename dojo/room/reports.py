"""The lights of an attempt as reports: what a room may know of them."""

import os
from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from dojo.attempt.attempt import Attempt
from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import Light, all_files, all_lights, ancestors
from dojo.attempt.membership import membership
from dojo.attempt.snapshot import Files
from dojo.pages.diff import fold_diff
from dojo.room.models import FILE, FILES, FIRST, SOURCE, Pair, Record, Report, id_of, one_line, size
from dojo.story.tests import rule_of

HISTORY = 12
"""Letters of the first commit, which tell its lights from others."""
MOST_LINES = 1_000_000
SAME = ("number", "when", "verb", "colour", "of", "expected", "held", "to")
"""What a report says as the light does."""
NOTE = 50
"""Bytes that are kept free for each file, to say that it is not sent."""
TOO_MANY = 4_000_000
"""Two files with more pairs of lines than this are not compared: the other pairs would wait."""


def record_of(attempt: Attempt, *, shares: bool = False) -> Record:
    """The record of an attempt, from all its lights, with its code if it shares it; raises NotRecorded."""
    room = membership(attempt)
    key = room.key if room else str(attempt.folder)
    pair = Pair(id_of(key), (room and room.name) or attempt.name, attempt.kata.name, shares)
    return Record(pair, reports(attempt, all_lights(attempt), shares=shares))


def reports(attempt: Attempt, lights: Sequence[Light], *, shares: bool, after: int = 0) -> list[Report]:
    """The reports of those lights that have a higher number than `after`; raises NotRecorded.

    `lights` are all of the attempt: the ones before say which tests were red. The code comes with them if
    the pair shares it.
    """
    new = [(light, light_before(light, lights)) for light in lights[after:]]
    files = all_files(attempt, [light for pair in new for light in pair if light])
    first_green = list_first_green(lights)
    found = []
    for light, before in new:
        old, now = files[before.commit] if before else {}, files[light.commit]
        lines = Lines() if light.verb == "start" else lines_between(old, now)
        found.append(
            Report(
                history=lights[0].commit[:HISTORY],
                green=light.counts.get("green", 0),
                tests=sum(light.counts.values()),
                test=in_hand(light),
                known=light.revealed or 0,
                code=min(lines.code.number, MOST_LINES),
                test_lines=min(lines.tests.number, MOST_LINES),
                first_green=first_green[light.number],
                files=changed(old, now) if shares else None,
                **{name: getattr(light, name) for name in SAME},
            )
        )
    return found


def light_before(light: Light, lights: Sequence[Light]) -> Light | None:
    """The light that has the files of before: the one before it, or the one that this went back to."""
    led_here = ancestors(list(lights[: light.number - 1]))
    return next((one for one in led_here if one.verb != "back"), None)


def list_first_green(lights: Sequence[Light]) -> dict[int, dict[str, str]]:
    """By the number of each light the rules of tests that are green there for the first time.

    Each is red if it was red before, else green.
    """
    red: set[str] = set()
    green: set[str] = set()
    found = {}
    for light in lights:
        colours = {**(light.own or {}), **of_ours(light)} if light.judged else {}
        red |= {test for test, colour in colours.items() if colour == "red"}
        new = [test for test, colour in colours.items() if colour == "green" and test not in green]
        green.update(new)
        found[light.number] = {
            one_line(rule_of(one)): "red" if one in red else "green" for one in new[:FIRST]
        }
    return found


def of_ours(light: Light) -> dict[str, str]:
    """The colour of the test of ours in hand: it is red if more tests are red than the participant's own."""
    own = list((light.own or {}).values()).count("red")
    if not light.test or light.verb == "start":
        return {}
    if light.colour == "green":
        return {light.test: "green"}
    return {light.test: "red"} if light.counts.get("red", 0) > own else {}


def in_hand(light: Light) -> str:
    """The rule of the first test that is not green, as far as the light names it."""
    failing = [test for test, colour in (light.own or {}).items() if colour != "green"]
    return one_line(rule_of((failing or [light.test])[0]))


def changed(before: Files, now: Files) -> dict[str, str | None]:
    """The files that have changed, None for those that are gone: as many as a report may have.

    A file that is no text, or too long, is told by its size.
    """
    names = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
    found: dict[str, str | None] = {}
    left = SOURCE - FILES * NOTE
    for name in names[:FILES]:
        content = now[name].content if name in now else b""
        text = content.decode(errors="replace") if name in now else None
        if text and ("\0" in text or len(content) > FILE or size(text) > left):
            text = f"({len(content):,} bytes, not sent)\n"
        left -= size(text)
        found[one_line(os.fsdecode(name))] = text
    return found


def changes(lights: Sequence[Report], first: int, last: int) -> list[dict[str, Any]]:
    """The files that differ at two places among the lights, each with its rows; -1 is the empty folder."""
    states = dict(enumerate(sources_at(lights)))
    before, after = states.get(first, {}), states.get(last, {})
    names = sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    return [
        {"name": name, "rows": list(diff_rows(before.get(name, ""), after.get(name, "")))} for name in names
    ]


def sources_at(lights: Sequence[Report]) -> Iterator[dict[str, str]]:
    """The files of a pair that shares its code, at each light."""
    by_number: dict[int, dict[str, str]] = {}
    before: dict[str, str] = {}
    for light in lights:
        if light.number == 1:
            by_number, before = {}, {}
        merged = before | (light.files or {})
        now = {name: text for name, text in merged.items() if text is not None}
        yield now
        by_number[light.number] = now
        before = by_number.get(light.to, {}) if light.to else now


def diff_rows(before: str, after: str) -> Iterator[tuple[str, str]]:
    """The rows of a file: each is gone, new, or the same, and many that are the same are one that says so."""
    old, new = before.splitlines(), after.splitlines()
    if len(old) * len(new) > TOO_MANY:
        yield from (("gone", line) for line in old)
        yield from (("new", line) for line in new)
        return
    for fold in fold_diff(old, new, lambda lines: [Markup(line) for line in lines]):
        if fold.folded and len(fold.rows) > 1:
            yield "fold", f"{len(fold.rows)} lines"
        else:
            yield from ((row.kind, str(row.code)) for row in fold.rows)
