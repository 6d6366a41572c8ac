"""A light as JSON: as a row of the store, and with its files as a text that travels.

msgspec, which reads what arrives in a room, is native code, and a browser's Python does not have it. So this
is plain Python. Lights may come from anywhere: whatever is not of the expected type raises InvalidLightError.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from dojo.attempt.light import BackLight, HintLight, JudgeLight, Light, Riddle, RiddleLight, RunLight, Tally
from dojo.attempt.snapshot import File, Files, Snapshot
from dojo.attempt.storage.earlier import read_earlier, read_earlier_files
from dojo.attempt.storage.fields import Fields, InvalidLightError
from dojo.model.outcome import Colour, Outcome

MODES = ("100644", "100755", "120000")


def write_light(light: Light) -> str:
    """Return a light as JSON, without what its kind need not say."""
    return json.dumps(light_fields(light))


def light_fields(light: Light) -> dict[str, object]:
    """Return what JSON says of a light."""
    fields: dict[str, object] = {"kind": "", "number": light.number, "when": light.when}
    if light.id:
        fields["id"] = light.id
    match light:
        case RunLight():
            fields |= {"kind": "run"} | run_fields(light)
        case BackLight():
            fields |= {"kind": "back", "to": light.to, "revealed": light.revealed}
        case JudgeLight():
            fields |= {"kind": "judgement", "accepted": light.accepted, "caught": light.caught}
        case HintLight():
            fields |= {"kind": "hint", "test": light.test, "hints": light.hints}
        case RiddleLight():
            riddle = riddle_fields(light.riddle)
            fields |= {"kind": "riddle", "riddle": riddle, "catches": light.catches}
    return fields


def run_fields(run: RunLight) -> dict[str, object]:
    """Return what JSON says of a run, without what it does not say."""
    fields = {
        "verb": run.verb,
        "colour": run.colour,
        "own": None if run.own is None else outcome_values(run.own),
        "taught": outcome_values(run.taught) or None,
        "test": run.test or None,
        "revealed": run.revealed,
        "of": run.of or None,
        "opens": run.opens or None,
        "unnoticed": run.unnoticed,
        "grows": run.grows or None,
        "suite": run.suite or None,
        "expected": run.expected,
        "catches": run.catches,
        "riddle": riddle_fields(run.riddle) if run.riddle else None,
        "older": {"counts": run.older.counts, "reasons": run.older.reasons} if run.older else None,
    }
    return {name: value for name, value in fields.items() if value is not None}


def riddle_fields(riddle: Riddle) -> dict[str, object]:
    """Return what JSON says of a riddle."""
    return {"mutant": riddle.mutant, "said": riddle.said}


def outcome_values(outcomes: Mapping[str, Outcome]) -> list[object]:
    """Return outcomes as JSON has them."""
    return [outcome_value(outcome) for outcome in outcomes.values()]


def outcome_value(outcome: Outcome) -> object:
    """Return an outcome as JSON has it: of a green test its id is enough, and nearly all of them are."""
    if outcome.colour == Colour.GREEN:
        return outcome.test
    fields = {"test": outcome.test, "colour": outcome.colour, "reason": outcome.reason}
    texts = {"missing": outcome.missing, "why": outcome.why, "failure": outcome.failure}
    for name, text in texts.items():
        if text:
            fields[name] = text
    return fields


def read_light(text: str) -> Light:
    """Return the light of a text by `write_light`; raises InvalidLightError."""
    return light_of(Fields(parse(text)))


def light_of(fields: Fields) -> Light:
    """Return the light that JSON describes; raises InvalidLightError."""
    id = fields.text("id", "")
    return replace(of_its_kind(fields), number=fields.count("number"), when=fields.seconds("when"), id=id)


def of_its_kind(fields: Fields) -> Light:
    """Return a light with the fields of its kind alone; raises InvalidLightError."""
    match fields.text("kind"):
        case "run":
            return run_of(fields)
        case "back":
            return BackLight(to=fields.count("to"), revealed=fields.optional_count("revealed"))
        case "judgement":
            return JudgeLight(accepted=fields.pair("accepted"), caught=fields.pair("caught"))
        case "hint":
            return HintLight(test=fields.text("test"), hints=fields.count("hints"))
        case "riddle":
            riddle = riddle_of(fields.inner("riddle"))
            return RiddleLight(riddle=riddle, catches=fields.texts("catches"))
    raise fields.wrong("kind", "a kind of light")


def run_of(fields: Fields) -> RunLight:
    """Return the run that JSON describes; raises InvalidLightError."""
    older = fields.inner("older") if fields.says("older") else None
    return RunLight(
        verb=fields.verb("verb"),
        colour=fields.colour("colour"),
        own=outcomes_of(fields.items("own")) if fields.says("own") else None,
        taught=outcomes_of(fields.items("taught")),
        test=fields.text("test", ""),
        revealed=fields.optional_count("revealed"),
        of=fields.count("of", 0),
        opens=fields.texts("opens"),
        unnoticed=fields.optional_count("unnoticed"),
        grows=fields.flag("grows"),
        suite=fields.text("suite", ""),
        expected=fields.colour("expected") if fields.says("expected") else None,
        catches=fields.texts("catches") if fields.says("catches") else None,
        riddle=riddle_of(fields.inner("riddle")) if fields.says("riddle") else None,
        older=Tally(older.counts("counts"), older.optional_counts("reasons")) if older else None,
    )


def riddle_of(fields: Fields) -> Riddle:
    return Riddle(fields.text("mutant"), fields.count("said"))


def outcomes_of(values: list[object]) -> dict[str, Outcome]:
    """Return outcomes by the ids of their tests; raises InvalidLightError."""
    found = {}
    for value in values:
        if isinstance(value, str):
            found[value] = green_outcome(value)
        else:
            outcome = outcome_of(Fields(value))
            found[outcome.test] = outcome
    return found


# an evening has the same tests in each of its hundreds of lights
@lru_cache(5_000)
def green_outcome(test: str) -> Outcome:
    """Return the outcome of a test that is green."""
    return Outcome(test, Colour.GREEN)


def outcome_of(fields: Fields) -> Outcome:
    """Return the outcome of a test that is not green; raises InvalidLightError."""
    return Outcome(
        fields.text("test"),
        fields.colour("colour"),
        fields.reason("reason"),
        fields.text("missing", ""),
        fields.text("why", ""),
        fields.text("failure", ""),
    )


def write_with_files(light: Light, snapshot: Snapshot) -> str:
    """Return a light with its files as one text, for a browser, which keeps and sends it as it is.

    Bytes that are no UTF-8 become lone surrogates, as in the names of files, which JSON escapes.
    """
    files = []
    for path, file in snapshot.files.items():
        content = file.content.decode(errors="surrogateescape")
        files.append([os.fsdecode(path), file.mode, content])
    return json.dumps({"light": light_fields(light), "files": files, "left_out": snapshot.left_out})


def read_with_files(text: str) -> tuple[Light, Snapshot]:
    """Return the light and the files of a text by `write_with_files`, also of one by an earlier edition.

    Raises InvalidLightError, also if a file would lie outside of the attempt.
    """
    fields = Fields(parse(text))
    if fields.says("message"):
        light = read_earlier(parse(fields.text("message")), fields.text("commit"))
        files, left_out = read_earlier_files(fields.items("files"))
    else:
        light = light_of(fields.inner("light"))
        files = files_of(fields.items("files"))
        left_out = fields.inner("left_out").all_texts()
    for path, file in files.items():
        check_file(path, file.mode)
    return light, Snapshot(files, left_out)


def files_of(values: list[object]) -> Files:
    """Return the files of a light that has travelled; raises InvalidLightError."""
    files: Files = {}
    for value in values:
        match value:
            case [str(path), str(mode), str(content)]:
                try:
                    files[os.fsencode(path)] = File(mode, content.encode(errors="surrogateescape"))
                except UnicodeEncodeError as error:
                    raise InvalidLightError(str(error)) from None
            case _:
                raise InvalidLightError("a file is a path, a mode and a content")
    return files


def check_file(path: bytes, mode: str) -> None:
    """Raise InvalidLightError for a path that leads out of the attempt, and for what is no file."""
    parts = path.split(b"/")
    leads_out = b"\0" in path or b"" in parts or b"." in parts or b".." in parts
    if leads_out or mode not in MODES:
        raise InvalidLightError(f"no file of an attempt is at {os.fsdecode(path)!a}, with {mode!a}")


def parse(text: str) -> object:
    """Return the value of a text of JSON; raises InvalidLightError."""
    try:
        value: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InvalidLightError(f"it is not JSON: {error}") from None
    return value
