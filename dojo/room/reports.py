"""The lights of an attempt as reports: what a room may know of them; and the code of those who share it."""

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from markupsafe import Markup

from dojo.attempt.attempt import Attempt, all_attempts
from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import Light, all_files, all_lights, ancestors, last_recorded
from dojo.attempt.membership import membership, require_key
from dojo.attempt.snapshot import Files
from dojo.pages.diff import fold_diff
from dojo.room.models import FILE, FILES, FIRST, Pair, Record, Report, id_of, size
from dojo.screen.words import one_line
from dojo.story.tests import rule_of
from dojo.story.workspace import Workspace

YOUNG = 12 * 3600
"""Seconds: an attempt that has rested for longer when the room opens belongs to another day."""
HISTORY = 12
"""Letters of the first commit, which tell its lights from others."""
SAME = ("number", "when", "verb", "colour", "of", "expected", "held", "to")
"""What a report says as the light does."""
SOURCE, NOTE = 400_000, 50
"""Bytes of all code of a light; and those that are kept free for each file, to say that it is not sent."""
TOO_MANY = 4_000_000
"""Two files with more pairs of lines than this are not compared: the other pairs would wait."""


def record_of(attempt: Attempt, *, shares: bool = False) -> Record:
    """The record of an attempt, which is the same pair wherever it goes; with its code if it shares it.

    Raises NotRecorded.
    """
    with suppress(OSError):
        require_key(attempt)
    room = membership(attempt)
    key = room.key if room else str(attempt.folder)
    pair = Pair(id_of(key), (room and room.name) or attempt.name, attempt.kata.name, shares)
    return Record(pair, reports(attempt, all_lights(attempt), shares=shares))


def attempts_since(workspace: Workspace, opened: float, word: str) -> Iterator[Attempt]:
    """The attempts on this computer that a room hears of, which opened then, without their joining."""
    for attempt in all_attempts(workspace):
        room = membership(attempt)
        if not (room and room.word == word) and last_recorded(attempt) / 1e9 > opened - YOUNG:
            yield attempt


def reports(attempt: Attempt, lights: Sequence[Light], *, shares: bool, after: int = 0) -> list[Report]:
    """The reports of those lights that have a higher number than `after`; raises NotRecorded.

    `lights` are all of the attempt: the ones before say which tests were red. The code comes with them if
    the pair shares it.
    """
    led_here = [ancestors([*lights[: light.number - 1]]) for light in lights[after:]]
    before = [next((one for one in led if one.verb != "back"), None) for led in led_here]
    files = all_files(attempt, [*lights[after:], *filter(None, before)])
    first_green = [*list_first_green(lights)][after:]
    found = []
    for light, last, new in zip(lights[after:], before, first_green, strict=True):
        old, now = files[last.commit] if last else {}, files[light.commit]
        lines = Lines() if light.verb == "start" else lines_between(old, now)
        own = (light.own or {}).items()
        failing = [test for test, colour in own if colour != "green" and "::" in test]  # no file
        found.append(
            Report(
                history=lights[0].commit[:HISTORY],
                green=light.counts.get("green", 0),
                tests=sum(light.counts.values()),
                test=one_line(rule_of([*failing, light.test][0])),
                known=light.revealed or 0,
                code=lines.code.number,
                test_lines=lines.tests.number,
                first_green=new,
                files=changed(old, now) if shares else None,
                **{name: getattr(light, name) for name in SAME},
            )
        )
    return found


def list_first_green(lights: Sequence[Light]) -> Iterator[dict[str, str]]:
    """For each light the rules of tests that are green for the first time: red if they were red before."""
    red: set[str] = set()
    green: set[str] = set()
    for light in lights:
        colours = {**(light.own or {}), **of_ours(light)} if light.judged else {}
        red |= {test for test, colour in colours.items() if colour == "red"}
        new = [test for test, colour in colours.items() if colour == "green" and test not in green]
        green.update(new)
        yield {one_line(rule_of(one)): "red" if one in red else "green" for one in new[:FIRST]}


def of_ours(light: Light) -> dict[str, str]:
    """The colour of the test of ours in hand: it is red if more tests are red than the participant's own."""
    if not light.test or light.verb == "start":
        return {}
    own = list((light.own or {}).values()).count("red")
    is_red = light.counts.get("red", 0) > own
    return {light.test: "green" if light.colour == "green" else "red" if is_red else "amber"}


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
    at: dict[tuple[str, int], dict[str, str]] = {}
    for light in lights:
        before = at.get((light.history, light.number - 1), {})
        merged = before | (light.files or {})
        now = {name: text for name, text in merged.items() if text is not None}
        yield now
        at[light.history, light.number] = at.get((light.history, light.to), now)


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
