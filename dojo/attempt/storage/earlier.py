"""Lights of earlier editions: one table of fields for all kinds, colours by themselves, files in base64.

What they do not say stays unknown. Two editions differ: in the first, some of the fields are in an object
`told`, and the ids of the participant's tests begin at the top of the workspace.
"""

import json
from base64 import b64decode
from dataclasses import replace

from dojo.attempt.light import (
    RUNS,
    BackLight,
    HintLight,
    JudgeLight,
    Light,
    Riddle,
    RiddleLight,
    RunLight,
    Tally,
)
from dojo.attempt.snapshot import File, Files
from dojo.attempt.storage.fields import Fields, InvalidLightError, reason_of
from dojo.model.outcome import Colour, Outcome, Reason

LEFT_OUT = b".left_out_cache"
"""In this file a light listed the files that it left out; no file of a participant has this name."""
ATTEMPTS = "attempts"  # the folder of all attempts at a kata, in all earlier editions


def read_earlier(value: object, commit: str) -> Light:
    """Return the light of an earlier edition, which was recorded as a commit; raises InvalidLightError."""
    outer = Fields(value)
    fields = Fields({**outer.values, **outer.inner("told").values})
    number = fields.count("number")
    when = fields.seconds("when")
    return replace(read_kind(fields), number=number, when=when, id=commit)


def read_kind(fields: Fields) -> Light:
    """Return a light with the fields of its kind alone; raises InvalidLightError."""
    if fields.text("verb") in RUNS:
        return read_run(fields)
    match fields.text("verb"):
        case "back":
            return BackLight(to=fields.count("to"), revealed=fields.optional_count("revealed"))
        case "judge":
            return JudgeLight(accepted=fields.pair("accepted"), caught=fields.pair("caught"))
        case "hint" if fields.says("riddle"):
            return RiddleLight(riddle=read_riddle(fields), catches=fields.texts("catches"))
        case "hint":
            return HintLight(test=fields.text("test", ""), hints=fields.count("hints", 0))
    raise fields.wrong("verb", "a verb that records")


def read_run(fields: Fields) -> RunLight:
    """Return a run; raises InvalidLightError."""
    own = None
    if fields.says("own"):
        own = {}
        for test in fields.inner("own").values:
            # those that say why have ids that begin in the attempt
            id = test if fields.says("taught") else within_attempt(test)
            own[id] = read_outcome(fields, id, fields.inner("own").colour(test))
    return RunLight(
        verb=fields.verb("verb"),
        colour=fields.colour("colour"),
        own=own,
        taught=read_taught(fields),
        test=fields.text("test", ""),
        revealed=fields.optional_count("revealed"),
        of=fields.count("of", 0),
        opens=fields.texts("opens"),
        unnoticed=fields.optional_count("unnoticed"),
        grows=fields.flag("grows"),
        suite=fields.text("suite", ""),
        expected=fields.colour("expected") if fields.text("expected", "") else None,
        catches=fields.texts("catches") if fields.says("catches") else None,
        riddle=read_riddle(fields) if fields.text("riddle", "") else None,
        # a light that has all tests needs no numbers
        older=None if fields.says("taught") else read_tally(fields),
    )


def read_tally(fields: Fields) -> Tally:
    return Tally(fields.counts("counts"), fields.optional_counts("reasons"))


def read_taught(fields: Fields) -> dict[str, Outcome]:
    """Return the outcomes of the tests of the kata, as far as the light says them."""
    if fields.says("taught"):
        taught = fields.inner("taught")
        return {test: read_outcome(fields, test, taught.colour(test)) for test in taught.values}
    test = fields.text("test", "")
    colour = fields.colour("colour")
    if not is_decided_by_test(fields, test, colour):
        return {}
    return {test: read_outcome(fields, test, colour)}


def is_decided_by_test(fields: Fields, test: str, colour: Colour) -> bool:
    """True if a light has its colour from the current test, and not from one of the participant's."""
    if not test:
        return False
    counts = fields.counts("counts")
    own = fields.inner("own").all_texts()
    of_that_colour = list(own.values()).count(colour)
    return colour == Colour.GREEN or not counts or counts.get(colour, 0) > of_that_colour


def read_outcome(fields: Fields, test: str, colour: Colour) -> Outcome:
    """Return what a test of that colour came to; why it did, only the last of these editions says."""
    if colour == Colour.GREEN:
        return Outcome(test, colour)
    whys = fields.inner("whys")
    if whys.says(test):
        match whys.texts(test):
            case (reason, *details) if len(details) <= 3:
                return Outcome(test, colour, reason_of(reason), *details)
        raise InvalidLightError("why a test is not green takes up to four texts")
    if test.startswith("cases["):
        # what a program prints is compared, and nothing else: its colour says why
        return Outcome(test, colour, Reason.ASSERTED if colour == Colour.RED else Reason.CRASHED)
    reasons = fields.inner("reasons").values
    if colour == Colour.AMBER and len(reasons) == 1:
        # they all had the same one
        return Outcome(test, colour, reason_of(next(iter(reasons))))
    # a file of tests that is not green could not be read
    is_file = "::" not in test and "[" not in test and colour != Colour.RED
    return Outcome(test, colour, Reason.NOT_LOADED if is_file else Reason.UNKNOWN)


def read_riddle(fields: Fields) -> Riddle:
    return Riddle(fields.text("riddle"), fields.count("said", 0))


def within_attempt(id: str) -> str:
    """Return the id of a participant's test without the folder of the attempt, under whatever name it was."""
    above, found, rest = f"/{id}".partition(f"/{ATTEMPTS}/")
    return rest.partition("/")[2] if found and "::" not in above else id


def read_earlier_files(values: list[object]) -> tuple[Files, dict[str, str]]:
    """Return the files of a light of a browser, which has them in base64; raises InvalidLightError."""
    files: Files = {}
    for value in values:
        match value:
            case [str(path), str(mode), str(content)]:
                try:
                    files[b64decode(path)] = File(mode, b64decode(content))
                except ValueError as error:
                    raise InvalidLightError(str(error)) from None
            case _:
                raise InvalidLightError("a file is a path, a mode and a content")
    return split_left_out(files)


def split_left_out(files: Files) -> tuple[Files, dict[str, str]]:
    """Return the files of a light, and those that it left out, each with the reason."""
    listed = files.get(LEFT_OUT)
    others = {path: file for path, file in files.items() if path != LEFT_OUT}
    try:
        left_out = Fields(json.loads(listed.content)).all_texts() if listed else {}
    except ValueError as error:
        raise InvalidLightError(str(error)) from None
    return others, left_out
