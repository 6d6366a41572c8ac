"""Lights: their kinds, what led to the files of now, and their texts, also those of earlier editions."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from helpers import light_with

from dojo.attempt.light import (
    BackLight,
    HintLight,
    JudgeLight,
    Light,
    Riddle,
    RiddleLight,
    RunLight,
    Tally,
    ancestors,
    last_colour,
    last_green,
)
from dojo.attempt.snapshot import File, Snapshot
from dojo.attempt.storage.earlier import read_earlier
from dojo.attempt.storage.fields import InvalidLightError
from dojo.attempt.storage.light_json import read_light, read_with_files, write_light, write_with_files
from dojo.model.outcome import Colour, Outcome, Reason

RED = Outcome("t.py::b", Colour.RED, Reason.MISSING_NAME, "say", "AttributeError: no say", "E   no say")
PLACE: dict[str, Any] = {"number": 3, "when": 2.0, "id": "ab"}
RUN: dict[str, Any] = {"kind": "run", "number": 3, "when": 2.0, "id": "ab", "verb": "next", "colour": "red"}
KINDS: dict[str, tuple[Light, dict[str, Any]]] = {
    "a run that says little": (RunLight(**PLACE, verb="next", colour=Colour.RED), RUN),
    "a run of tests": (
        RunLight(
            **PLACE,
            verb="next",
            colour=Colour.RED,
            own={"t.py::a": Outcome("t.py::a", Colour.GREEN), "t.py::b": RED},
            taught={"s::c": Outcome("s::c", Colour.AMBER, Reason.TIMED_OUT)},
            test="s::c",
            revealed=0,
            of=5,
            opens=("s::c",),
            unnoticed=0,
            expected=Colour.GREEN,
        ),
        RUN
        | {
            "own": [
                "t.py::a",
                {
                    "test": "t.py::b",
                    "colour": "red",
                    "reason": "missing name",
                    "missing": "say",
                    "why": "AttributeError: no say",
                    "failure": "E   no say",
                },
            ],
            "taught": [{"test": "s::c", "colour": "amber", "reason": "did not end"}],
            "test": "s::c",
            "revealed": 0,
            "of": 5,
            "opens": ["s::c"],
            "unnoticed": 0,
            "expected": "green",
        },
    ),
    "a run without tests of one's own, and with a riddle": (
        RunLight(**PLACE, verb="next", colour=Colour.RED, own={}, catches=(), riddle=Riddle("zero", 1)),
        RUN | {"own": [], "catches": [], "riddle": {"mutant": "zero", "said": 1}},
    ),
    "a run of an earlier edition": (
        RunLight(**PLACE, verb="next", colour=Colour.RED, older=Tally({"red": 2}, {"did not end": 1})),
        RUN | {"older": {"counts": {"red": 2}, "reasons": {"did not end": 1}}},
    ),
    "back": (
        BackLight(**PLACE, to=2, revealed=1),
        {"kind": "back", "number": 3, "when": 2.0, "id": "ab", "to": 2, "revealed": 1},
    ),
    "a judgement": (
        JudgeLight(**PLACE, accepted=(1, 2), caught=(3, 4)),
        {"kind": "judgement", "number": 3, "when": 2.0, "id": "ab", "accepted": [1, 2], "caught": [3, 4]},
    ),
    "a hint": (
        HintLight(**PLACE, test="s::c", hints=2),
        {"kind": "hint", "number": 3, "when": 2.0, "id": "ab", "test": "s::c", "hints": 2},
    ),
    "a hint on a riddle": (
        RiddleLight(**PLACE, riddle=Riddle("zero", 3), catches=("one",)),
        {
            "kind": "riddle",
            "number": 3,
            "when": 2.0,
            "id": "ab",
            "riddle": {"mutant": "zero", "said": 3},
            "catches": ["one"],
        },
    ),
}


@pytest.mark.parametrize(("light", "data"), KINDS.values(), ids=KINDS)
def test_a_light_is_written_as_what_it_says_and_read_as_it_was(light, data):
    assert json.loads(write_light(light)) == data
    assert read_light(write_light(light)) == light


def test_a_field_of_a_later_edition_is_no_fault():
    light, data = KINDS["back"]
    assert read_light(json.dumps(data | {"era": 2})) == light


def test_the_numbers_of_a_run_are_those_of_its_tests():
    light, _ = KINDS["a run of tests"]
    assert isinstance(light, RunLight)
    assert light.counts == {"green": 1, "red": 1, "amber": 1}
    assert light.reasons == {"did not end": 1, "missing name": 1}


def test_a_light_travels_with_files_of_any_bytes():
    light, _ = KINDS["back"]
    files = {
        b"a.py": File("100644", "♣ = 1\r\n".encode()),
        b"naive \xff/run": File("100755", bytes(range(256))),
        b"link": File("120000", b"a.py"),
    }
    snapshot = Snapshot(files, {"film \udcff.bin": "larger than a megabyte"})
    text = write_with_files(light, snapshot)
    assert read_with_files(text) == (light, snapshot)
    assert text.isascii()


UPWARDS = ["../up.py", "/up.py", "a/../../up.py", "./up.py", "a//up.py", "", "a\0b"]


@pytest.mark.parametrize("path", UPWARDS)
def test_no_file_that_has_travelled_is_outside_of_the_attempt(path):
    light, _ = KINDS["back"]
    text = write_with_files(light, Snapshot({path.encode(): File("100644", b"")}, {}))
    with pytest.raises(InvalidLightError, match="no file of an attempt is at"):
        read_with_files(text)


# Which lights led here


def test_the_way_here_leaves_out_what_make_back_went_back_behind():
    """After three runs and `make back` to some lights."""
    ways = {(): [3, 2, 1], (1,): [4, 1], (1, 2): [5, 2, 1], (2, 4): [5, 3, 2, 1], (2, 4, 5): [6, 4, 2, 1]}
    runs = [light_with("next", "red", number=number) for number in (1, 2, 3)]
    for back_to, led_here in ways.items():
        backs = [BackLight(number=number, to=to) for number, to in enumerate(back_to, 4)]
        assert [light.number for light in ancestors([*runs, *backs])] == led_here


def test_the_last_green_light_is_a_run():
    lights = [light_with("next", "green", number=1), BackLight(number=2, to=1), light_with("next", "red")]
    assert last_green(lights) == lights[0]
    assert last_colour(lights[:2]) == "green"


# Lights of earlier editions: the same two evenings, as each of them has recorded them


def in_short(light):
    """What a light says of its tests, or what else it says."""
    match light:
        case RunLight():
            words = [light.verb, light.colour]
            for outcome in light.outcomes.values():
                words.append(f"{outcome.test.rpartition('::')[2]}={outcome.reason or 'green'}")
            return " ".join(words)
        case BackLight(to=to, revealed=revealed):
            return f"back {to} {revealed}"
        case HintLight(test=test, hints=hints):
            return f"hint {hints} {test.rpartition('::')[2]}"
        case RiddleLight(riddle=riddle, catches=catches):
            return f"riddle {riddle.mutant} {riddle.said} {' '.join(catches)}"
        case JudgeLight(accepted=accepted, caught=caught):
            return f"judge {accepted} {caught}"


ONE, FIRST, TWO = "test_one_is_said", "test_numbers[one is said]", "test_numbers[two is said]"
WITHOUT_REASONS = [
    f"start red {ONE}=unknown",
    f"next green {ONE}=green",
    f"next red {ONE}=green {TWO}=unknown",
    f"hint 1 {TWO}",
    f"bar green {ONE}=green {TWO}=green",
    "back 2 0",
    f"next green {ONE}=green",
    f"next red {ONE}=green {TWO}=unknown",
    f"next amber test_fizz.py=did not load {FIRST}=unknown",
]
WITH_REASONS = [*WITHOUT_REASONS[:-1], f"next amber test_fizz.py=did not load {FIRST}=did not load"]
WITH_OUTCOMES = [
    f"start red {ONE}=missing name",
    f"next green {ONE}=green",
    f"next red {ONE}=green {FIRST}=green {TWO}=asserted",
    f"hint 1 {TWO}",
    f"bar green {ONE}=green {FIRST}=green {TWO}=green",
    "back 2 0",
    f"next green {ONE}=green",
    f"next red {ONE}=green {FIRST}=green {TWO}=asserted",
    f"next amber test_fizz.py=did not load {FIRST}=did not load {TWO}=did not load",
]
MINE = [
    "start amber",
    "next red test_one=unknown",
    "next green test_one=green",
    "next green test_one=green",
    "riddle always_fizz_from_three 2 counts_from_zero",
    "judge (2, 2) (1, 2)",
]
EDITIONS = {
    # some fields in a table of their own; no tests were green, and not amber
    "told": (WITHOUT_REASONS, ["start green", *MINE[1:]]),
    "fields": (WITHOUT_REASONS, MINE),
    "reasons": (WITH_REASONS, MINE),
    "outcomes": (WITH_OUTCOMES, ["start amber", "next red test_one=missing name", *MINE[2:]]),
}
EARLIER = [
    json.loads(line)
    for line in Path(__file__).with_name("earlier.jsonl").read_text(encoding="utf-8").splitlines()
]


def earlier_lights(edition, attempt):
    """The lights of an edition."""
    records = [line for line in EARLIER if (line["edition"], line["attempt"]) == (edition, attempt)]
    return [read_earlier(line["light"], f"commit {number}") for number, line in enumerate(records, 1)]


@pytest.mark.parametrize(("edition", "says"), EDITIONS.items(), ids=EDITIONS)
def test_a_light_of_an_earlier_edition_says_what_it_said_and_nothing_more(edition, says):
    found = [
        [in_short(light) for light in earlier_lights(edition, attempt)] for attempt in ("tables-3", "mine")
    ]
    assert found == list(says)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_other_fields_of_an_earlier_light_are_read_too(edition):
    lights, mine = earlier_lights(edition, "tables-3"), earlier_lights(edition, "mine")
    _, guessed, red, *_, crashed = lights
    assert (guessed.expected, guessed.held, guessed.revealed, guessed.of) == ("green", True, 0, 4)
    assert (red.test, red.revealed) == ("suite/test_numbers.py::test_numbers[two is said]", 2)
    assert red.counts == {"green": 2, "red": 1, "amber": 0}
    assert crashed.counts == {"green": 0, "red": 0, "amber": 3}
    assert (mine[2].expected, mine[2].held) == ("red", False)
    assert (mine[3].catches, mine[3].riddle) == (("counts_from_zero",), Riddle("always_fizz_from_three", 1))
    assert [light.number for light in mine] == [1, 2, 3, 4, 5, 6]
    assert mine[5].id == "commit 6"


def test_a_light_of_an_earlier_edition_is_written_as_one_of_this():
    for edition in EDITIONS:
        for light in earlier_lights(edition, "tables-3"):
            assert read_light(write_light(light)) == light


def test_a_browsers_light_of_an_earlier_edition_is_read_with_its_files():
    light = earlier_lights("reasons", "tables-3")[1]
    (message,) = [line["light"] for line in EARLIER if line["edition"] == "reasons"][1:2]
    left_out = ["LmxlZnRfb3V0X2NhY2hl", "100644", "eyJmaWxtIjogIndoeSJ9"]
    old = {
        "commit": "ab",
        "message": json.dumps(message),
        "files": [["YS5weQ==", "100644", "eCA9IDEK"], left_out],
    }
    snapshot = Snapshot({b"a.py": File("100644", b"x = 1\n")}, {"film": "why"})
    assert read_with_files(json.dumps(old)) == (replace(light, id="ab"), snapshot)
