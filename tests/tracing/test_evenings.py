"""Made evenings, and what each verb says of them: the same, and what was really done."""

import json
from typing import NamedTuple

import pytest
from prove.evening import Save, back, lights_of, remarks, save, verdicts
from prove.made import in_short

from dojo.attempt.light import runs_of
from dojo.attempt.storage.earlier import read_earlier
from dojo.history.summary import Summary
from dojo.prove.lights import LightsProof
from dojo.prove.versions import Proof
from dojo.room.reports import list_first_green
from dojo.tracing.versions import trace_lights


class Evening(NamedTuple):
    """What `prove` says of each light of an evening, and the tests that `lights` has never seen red."""

    rule: str
    saves: list[Save]
    verdicts: list[str]
    never_red: list[str]


class Headline(NamedTuple):
    """What the page of a proof begins with."""

    rule: str
    saves: list[Save]
    headline: str


class Heard(NamedTuple):
    """What a room hears at each light of the tests that are green for the first time."""

    rule: str
    saves: list[Save]
    words: list[str]


EVENINGS = [
    Evening(
        "code that no test would notice",
        [save(), save("fake", "one"), save("text", "one"), save("other_text", "one", unnoticed=1)],
        verdicts=["2 unseen: one", "3 refactoring:", "4 untested:"],
        never_red=["one"],
    ),
    Evening(
        "code that can do something new",
        [save(), save("fake", "one"), save("text", "one", grows=True)],
        verdicts=["2 unseen: one", "3 untested:"],
        never_red=["one"],
    ),
    Evening(
        "code that can do something new, in the default mode",
        [
            save("fake", verb="next", revealed=0),
            save("text", grows=True),
            save("text", verb="next", revealed=2, test=2),
        ],
        verdicts=["2 untested:", "3 passes: two is said"],
        never_red=[],
    ),
    Evening(
        "the suite of the kata edited, and restored",
        [
            save("fake", verb="next", revealed=0),
            save("fake", verb="next", revealed=2, test=2),
            save("text", test=2),
            save("text", suite="edited"),
            save("text"),
        ],
        verdicts=["3 proven: two is said"],
        never_red=[],
    ),
    Evening(
        "the suite edited, and the code changed meanwhile",
        [
            save("text", verb="next", revealed=0),
            save("text", verb="next", revealed=4),
            save("other_text", suite="edited"),
            save("other_text"),
        ],
        verdicts=[],
        never_red=[],
    ),
    Evening(
        "the suite edited, and a test of one's own that is red",
        [save(), save("stub", "one", revealed=2), save("stub", "one", suite="edited"), save("text", "one")],
        verdicts=["4 proven: one", "4 proven: one is said", "4 proven: two is said"],
        never_red=[],
    ),
    Evening(
        "an edit that was taken back",
        [save("text", "one", verb="start"), save("text", "one_is_none"), save("text", "one")],
        verdicts=[],
        never_red=[],
    ),
    Evening(
        "another test edited, and a test that is red by chance",
        [
            save("text", "one", "two", verb="start"),
            save("stub", "one", "two"),
            save("stub", "one_or_so", "two"),
            save("text", "one_or_so", "two"),
        ],
        verdicts=["4 proven: one", "4 proven: two"],
        never_red=[],
    ),
    Evening(
        "a forgotten import, mended in the next save",
        [
            save(),
            save("stub", "one"),
            save("text", "one"),
            save("text", "one", "bare_table"),
            save("text", "one", "table"),
        ],
        verdicts=["3 proven: one", "5 passes: say, 2 rows"],
        never_red=["say[1-1]", "say[2-2]"],
    ),
    Evening(
        "the code asks at the keyboard while it is imported",
        [save(), save("stub", "one"), save("text", "one"), save("asks", "one"), save("text", "one")],
        verdicts=["3 proven: one"],
        never_red=[],
    ),
    Evening(
        "a misspelt last line, removed",
        [save(), save("stub", "one"), save("text", "one"), save("misspelt", "one"), save("text", "one")],
        verdicts=["3 proven: one"],
        never_red=[],
    ),
    Evening(
        "a syntax error, removed",
        [save(), save("stub", "one"), save("text", "one"), save("slip", "one"), save("text", "one")],
        verdicts=["3 proven: one"],
        never_red=[],
    ),
    Evening(
        "a crash of all while a test is red",
        [save(), save("stub", "one"), save("slip", "one"), save("asks", "one"), save("text", "one")],
        verdicts=["5 proven: one"],
        never_red=[],
    ),
    Evening(
        "one deleted and two added, green at once",
        [save("text", "one", verb="start"), save("text", "two", "first")],
        verdicts=["2 passes: two"],
        never_red=["two"],
    ),
    Evening(
        "one deleted, and two others added, green at once",
        [save("text", "three_of_6", verb="start"), save("text", "one", "two")],
        verdicts=["2 passes: one", "2 passes: two"],
        never_red=["one", "two"],
    ),
    Evening(
        "red, green, deleted and pasted back",
        [save(), save("stub", "one"), save("text", "one"), save("text", "two"), save("text", "one", "two")],
        verdicts=["3 proven: one", "4 passes: two"],
        never_red=["two"],
    ),
    Evening(
        "red, deleted and pasted back",
        [save(), save("stub", "one"), save("stub"), save("stub", "one"), save("text", "one")],
        verdicts=["5 proven: one"],
        never_red=[],
    ),
    Evening(
        "green at once, broken, red and green again",
        [
            save("text", "one", verb="start"),
            save("text", "one", "two"),
            save("stub", "one", "two"),
            save("text", "one", "two"),
        ],
        verdicts=["4 proven: one", "4 proven: two"],
        never_red=[],
    ),
    Evening(
        "green at once, and deleted",
        [save("text", "one", verb="start"), save("text", "one", "two"), save("text", "one")],
        verdicts=[],
        never_red=[],
    ),
    Evening(
        "a crash is no red",
        [save(), save("crash", "two"), save("text", "two")],
        verdicts=["3 crashed: two"],
        never_red=["two"],
    ),
    Evening(
        "another way out",
        [save(), save("stub", "one"), save("text", "one"), back(to=2), save("text", "one")],
        verdicts=["3 proven: one", "5 proven: one"],
        never_red=[],
    ),
    Evening(
        "two at once",
        [save(), save("stub", "one", "two"), save("text", "one", "two")],
        verdicts=["3 proven: one", "3 proven: two"],
        never_red=[],
    ),
    Evening(
        "a new name in green, and then red",
        [save(), save("text", "one"), save("text", "first"), save("stub", "first"), save("text", "first")],
        verdicts=["5 proven: first"],
        never_red=[],
    ),
]


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda evening: evening.rule)
def test_prove_and_lights_say_what_was_done(evening):
    said = [f"{number} {in_short(verdict)}".strip() for number, verdict in verdicts(evening.saves)]
    assert said == evening.verdicts
    seen = Summary(*lights_of(evening.saves)).own.never_red
    assert [test.partition("::test_")[2] for test in seen] == evening.never_red


HEADLINES = [
    Headline(
        "the code asks at the keyboard while it is imported",
        [
            save(),
            save("stub", "one", "two"),
            save("text", "one", "two"),
            save("asks", "one", "two"),
            save("text", "one", "two"),
        ],
        "2 of 2 new or changed tests seen red, then green.",
    ),
    Headline(
        "a misspelt last line, removed",
        [save(), save("stub", "one"), save("text", "one"), save("misspelt", "one"), save("text", "one")],
        "1 of 1 new or changed test seen red, then green.",
    ),
    Headline(
        "a syntax error, removed",
        [save(), save("stub", "one"), save("text", "one"), save("slip", "one"), save("text", "one")],
        "1 of 1 new or changed test seen red, then green.",
    ),
    Headline(
        "the suite of the kata edited, and restored",
        [
            save("fake", verb="next", revealed=0),
            save("fake", verb="next", revealed=2, test=2),
            save("text", test=2),
            save("text", suite="edited"),
            save("text"),
        ],
        "1 of 1 new or changed test seen red, then green.",
    ),
    Headline(
        "green when it came, broken, and red",
        [
            save("text", "one", verb="start"),
            save("text", "one", "two"),
            save("stub", "one", "two"),
            save("text", "one", "two"),
        ],
        "2 of 2 new or changed tests seen red, then green.",
    ),
    Headline(
        "green when it came, and deleted",
        [save("text", "one", verb="start"), save("text", "one", "two"), save("text", "one")],
        "No test is new or asks for more than before.",
    ),
]


@pytest.mark.parametrize("told", HEADLINES, ids=lambda told: told.rule)
def test_the_headline_counts_what_was_done(told):
    proof = LightsProof(*lights_of(told.saves), is_program=False)
    assert Proof("", proof.revisions).headline == told.headline


SILENT = [
    pytest.param(
        [
            save(),
            save("stub", "one"),
            save("text", "one"),
            save("text", "one", "bare_table"),
            save("text", "one", "table"),
        ],
        id="a forgotten import",
    ),
    pytest.param(
        [save(), save("stub", "one"), save("text", "one"), save("misspelt", "one"), save("text", "one")],
        id="all of it crashes",
    ),
    pytest.param(
        [save(), save("stub", "one"), save("stub", "one", "bare_table"), save("text", "one")],
        id="a test that is red while another one crashes its file",
    ),
]


@pytest.mark.parametrize("saves", SILENT)
def test_a_crash_of_the_file_sets_no_test_aside_and_deletes_none(saves):
    words = [remark for _, remark in remarks(saves)]
    assert [remark for remark in words if remark.startswith(("Set aside", "Deleted"))] == []


FIRST_GREEN = [
    Heard("red, then green", [save(), save("stub", "one"), save("text", "one")], ["3 one red"]),
    Heard(
        "there at the start, and green when it came",
        [save("text", "one", verb="start"), save("text", "one", "two")],
        ["2 two green"],
    ),
    Heard("a crash, then green", [save(), save("crash", "two"), save("text", "two")], ["3 two green"]),
    Heard("in one save with its code", [save(), save("text", "one")], ["2 one green"]),
    Heard(
        "a crash of all between",
        [save(), save("stub", "one"), save("slip", "one"), save("text", "one")],
        ["4 one red"],
    ),
    Heard(
        "pasted back",
        [save(), save("stub", "one"), save("text", "one"), save("text", "two"), save("text", "one", "two")],
        ["3 one red", "4 two green", "4 one gone", "5 one red"],
    ),
    Heard(
        "broken, and seen red",
        [
            save("text", "one", verb="start"),
            save("text", "one", "two"),
            save("stub", "one", "two"),
            save("text", "one", "two"),
        ],
        ["2 two green", "3 two gone", "4 one red", "4 two red"],
    ),
    Heard(
        "made green by changing the test",
        [save(), save("stub", "one"), save("stub", "one_is_none")],
        ["3 one amber"],
    ),
    Heard(
        "another name",
        [save(), save("text", "one"), save("text", "first")],
        ["2 one green", "3 first green", "3 one gone"],
    ),
]


@pytest.mark.parametrize("heard", FIRST_GREEN, ids=lambda heard: heard.rule)
def test_a_room_hears_the_same(heard):
    lights, files = lights_of(heard.saves)
    said = []
    for number, colours in list_first_green(trace_lights(lights, files)).items():
        said += [f"{number} {rule} {colour or 'gone'}" for rule, colour in colours.items()]
    assert said == heard.words


# lights as they were recorded before they said why a test was red
OLD = [
    '{"number": 1, "when": 1, "verb": "start", "colour": "amber", "counts": {}, "own": {}}',
    '{"number": 2, "when": 2, "verb": "watch", "colour": "red", "counts": {"red": 1}, "own": {%s: "red"}}',
    '{"number": 3, "when": 3, "verb": "watch", "colour": "green", "counts": {"green": 1},'
    ' "own": {%s: "green"}}',
]
OLD_ID = '"katas/roman/attempts/ada-and-bea/test_fizz.py::test_one"'


def test_old_lights_are_read_under_whatever_name_the_folder_had():
    lights = [read_earlier(json.loads(text.replace("%s", OLD_ID)), "") for text in OLD]
    assert [list(light.own or {}) for light in runs_of(lights)] == [
        [],
        ["test_fizz.py::test_one"],
        ["test_fizz.py::test_one"],
    ]


def test_what_old_lights_do_not_say_is_said_once():
    lights = [
        read_earlier(json.loads(text.replace("%s", OLD_ID)), f"light {n}") for n, text in enumerate(OLD, 1)
    ]
    _, files = lights_of([save(), save("stub", "one"), save("text", "one")])
    proof = LightsProof(lights, files, is_program=False)
    said = [verdict.says for version in proof.revisions for verdict in version.verdicts]
    assert said == ["“one” was red, then green."]
