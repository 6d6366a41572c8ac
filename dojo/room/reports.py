"""The reports of an attempt: what its lights say to a room, with the code if the pair shares it."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress

import msgspec
from msgspec import structs

from dojo.attempt.attempt import Attempt, all_attempts, is_bookkeeping
from dojo.attempt.diffstat import Lines, lines_between
from dojo.attempt.light import BackLight, Light, RunLight, ancestors, current_test
from dojo.attempt.membership import Membership, membership, require_key
from dojo.attempt.recording import all_files, all_lights, last_recorded
from dojo.attempt.snapshot import Files
from dojo.model.outcome import Colour
from dojo.room.models import MAX_FILE_CHARACTERS, MAX_FILES, MAX_FIRST_GREEN, Pair, Record, Report, id_of
from dojo.story.tests import rule_of
from dojo.story.workspace import Workspace
from dojo.tracing.moment import Moment
from dojo.tracing.state import own_rule
from dojo.tracing.trace import Trace
from dojo.tracing.versions import trace_lights
from dojo.wording import one_line

# an attempt that has rested for longer when a room opens is of another day
MAX_REST_S = 12 * 3600
# of all code of a light; and what each file takes to say that it is not sent
MAX_SOURCE_BYTES = 400_000
NOT_SENT_BYTES = 50


def record_of(attempt: Attempt, *, shares: bool = False) -> Record:
    """The record of an attempt, with its code if it shares it; raises NotRecorded."""
    with suppress(OSError):
        require_key(attempt)  # it is the same pair wherever it goes
    room = membership(attempt) or Membership("", "", str(attempt.folder))
    pair = Pair(id_of(room.key), room.name or attempt.name, attempt.kata.name, shares)
    lights = all_lights(attempt)
    return Record(pair, reports(lights, all_files(attempt, lights), shares=shares))


def attempts_since(workspace: Workspace, opened: float, word: str) -> Iterator[Attempt]:
    """The attempts on this computer that a room hears of, which opened then, without their joining."""
    for attempt in all_attempts(workspace):
        room = membership(attempt)
        if not (room and room.word == word) and last_recorded(attempt) / 1e9 > opened - MAX_REST_S:
            yield attempt


def light_before(lights: Sequence[Light], light: Light) -> Light | None:
    """Return the light from whose files those of a light were made; None for the first."""
    for earlier in ancestors(lights[: light.number - 1]):
        # its own files are those from before it went back
        if not isinstance(earlier, BackLight):
            return earlier
    return None


def reports(
    lights: Sequence[Light], files: Mapping[str, Files], *, shares: bool, after: int = 0
) -> list[Report]:
    """The reports of the lights after a number, with the code if the pair shares it.

    `files` are those of each light, by its id.
    """
    # what an earlier light has seen counts for a later one
    trace = trace_lights(lights, files)
    first_green = list_first_green(trace)
    found = []
    for light in lights[after:]:
        before = light_before(lights, light)
        old, now = files[before.id] if before else {}, files[light.id]
        lines = Lines() if light.verb == "start" else lines_between(old, now)
        report = Report(
            history=lights[0].id[:12],
            number=light.number,
            when=light.when,
            verb=light.verb,
            colour="",
            green=0,
            tests=0,
            test=one_line(rule_of(current_test(light))),
            code=lines.code.number,
            test_lines=lines.tests.number,
            files=changed(old, now) if shares else None,
        )
        if isinstance(light, RunLight):
            report = with_results(report, light, trace, first_green.get(light.number, {}))
        elif isinstance(light, BackLight):
            report = structs.replace(report, to=light.to, known=light.revealed or 0)
        found.append(report)
    return found


def with_results(report: Report, run: RunLight, trace: Trace, first_green: dict[str, str]) -> Report:
    """Return the report of a run with what its tests came to."""
    own = (run.own or {}).values()
    failing = [outcome.test for outcome in own if outcome.colour != "green" and "::" in outcome.test]
    return structs.replace(
        report,
        colour=run.colour.value,
        green=run.counts.get("green", 0),
        tests=sum(run.counts.values()),
        test=one_line(own_rule(failing[0]) if failing else rule_of(run.test)),
        known=run.revealed or 0,
        of=run.of,
        expected=run.expected.value if run.expected else "",
        held=run.held,
        first_green=first_green,
        in_green=in_green_of(trace, run),
    )


def list_first_green(trace: Trace) -> dict[int, dict[str, str]]:
    """Return for each light the rules of tests of which it says something else than the lights before it.

    The last colour of a rule holds: red if it was red first, green if it was never red, amber if neither is
    so, and none if it is not there any more, or not green yet.
    """
    found: dict[int, dict[str, str]] = {}
    earlier: dict[str, str] = {}
    for number, moment in trace.moments.items():
        now = first_colours(moment)
        changed_rules: dict[str, str] = {}
        for rule in [*now, *earlier]:
            colour = now.get(rule, "")
            if colour != earlier.get(rule, "") and len(changed_rules) < MAX_FIRST_GREEN:
                changed_rules[rule] = colour
        found[number] = changed_rules
        earlier |= changed_rules
    return found


def in_green_of(trace: Trace, light: Light) -> str:
    """Return what code that changed at a light from green to green is, in a word."""
    moment = trace.moments.get(light.number)
    found = moment.in_green if moment else None
    return str(found) if found else ""


def first_colours(moment: Moment) -> dict[str, str]:
    """Return how each test came to be green, by its rule, as far as the lights up to then say."""
    found = {}
    number = moment.version.number
    for state in moment.states.values():
        claim = state.deciding_claim(number)
        if claim is None or state.outcome.colour == Colour.RED:
            continue
        colour = "green" if state.is_never_red(number) else "amber"
        found[one_line(state.rule)] = "red" if state.is_red_first(number) else colour
    return found


def changed(before: Files, now: Files) -> dict[str, str | None]:
    """The files that have changed, None for those that are gone; of what is no text or too long, the size."""
    names = []
    for name in sorted(before.keys() | now.keys()):
        if before.get(name) != now.get(name) and not is_bookkeeping(name):
            names.append(name)
    found: dict[str, str | None] = {}
    bytes_left = MAX_SOURCE_BYTES - MAX_FILES * NOT_SENT_BYTES
    for name in names[:MAX_FILES]:
        text = text_to_send(now[name].content, bytes_left) if name in now else None
        bytes_left -= len(msgspec.json.encode(text))
        found[one_line(os.fsdecode(name))] = text
    return found


def text_to_send(content: bytes, bytes_left: int) -> str:
    """Return the text of a file, or how large it is if it is no text, or does not fit."""
    text = content.decode(errors="replace")
    is_too_long = len(content) > MAX_FILE_CHARACTERS or len(msgspec.json.encode(text)) > bytes_left
    if text and ("\0" in text or is_too_long):
        return f"({len(content):,} bytes, not sent)\n"
    return text
