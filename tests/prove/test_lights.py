"""What is called proven was seen; what was not seen is told apart; and what is said besides."""

from typing import NamedTuple

import pytest

from dojo.history.summary import Summary
from dojo.prove.verdict import Kind
from prove.evening import Save, back, lights_of, remarks, run_case, save, verdicts
from prove.made import in_short


class Lights(NamedTuple):
    """Some lights, and what is said of them, in its order."""

    rule: str
    saves: list[Save]
    says: list[str]


VERDICTS = [
    Lights("its own assertion", [save(), save("stub", "one"), save("text", "one")], ["3 proven: one"]),
    Lights("a name", [save(), save("", "one"), save("text", "one")], ["3 by name: one"]),
    Lights(
        "a name, and then its own assertion on a stub",
        [save(), save("", "one"), save("stub", "one"), save("text", "one")],
        ["4 proven: one"],
    ),
    Lights(
        "its own assertion on a stub, and then a name",
        [save(), save("stub", "one"), save("", "one"), save("text", "one")],
        ["4 proven: one"],
    ),
    Lights("a crash in the code", [save(), save("crash", "two"), save("text", "two")], ["3 crashed: two"]),
    Lights(
        "green before and after",
        [save("text", "one", verb="start"), save("text", "one", "two")],
        ["2 passes: two"],
    ),
    Lights(
        "in one save with its code",
        [save(), save("", "two"), save("text", "two"), save("fizz", "two", "one")],
        ["3 by name: two", "4 unseen: one"],
    ),
    Lights(
        "in one save, red before",
        [save("text", "one", verb="start"), save("fizz", "one", "three")],
        ["2 unseen: three"],
    ),
    Lights("the first test with its code", [save(), save("text", "one")], ["2 unseen: one"]),
    Lights(
        "several in one save",
        [save(), save("text", "one", "three", "two")],
        ["2 unseen: one", "2 unseen: two", "2 still red: three"],
    ),
    Lights(
        "edited in red", [save(), save("stub", "one"), save("stub", "one_is_none")], ["3 made green: one"]
    ),
    Lights(
        "edited in red, in one save with the code",
        [save(), save("stub", "one"), save("zero", "one_is_all")],
        ["3 unseen: one"],
    ),
    Lights(
        "edited in red with the code, and red before",
        [save(), save("text", "three"), save("fizz", "three_of_6")],
        ["3 unseen: three"],
    ),
    Lights(
        "a row edited",
        [save("text", verb="start"), save("text", "wrong_table"), save("text", "table")],
        ["2 passes: say[1-1]", "3 made green: say[2-2]"],
    ),
    Lights(
        "rows that a light knows by their names alone",
        [save(), save("stub", "table"), save("text", "table")],
        ["3 proven: say, 2 rows"],
    ),
    Lights(
        "another name, in one save",
        [save(), save("stub", "one"), save("text", "one"), save("tell", "tell_one")],
        ["3 proven: one", "4 refactoring: one", "4 refactoring:"],
    ),
    Lights(
        "another name, asserts more",
        [save(), save("stub", "one"), save("text", "one"), save("tell", "tell_more")],
        ["3 proven: one", "4 unseen: one"],
    ),
    Lights(
        "another name in the test first",
        [
            save(),
            save("stub", "one"),
            save("text", "one"),
            save("text", "tell_one"),
            save("tell", "tell_one"),
        ],
        ["3 proven: one", "5 adapted: one"],
    ),
    Lights(
        "another name in the test first, red twice",
        [
            save(),
            save("stub", "one"),
            save("text", "one"),
            save("text", "tell_one"),
            save("text", "tell_one", comments=1),
            save("tell", "tell_one"),
        ],
        ["3 proven: one", "6 adapted: one"],
    ),
    Lights(
        "another argument in the test first",
        [
            save(),
            save("stub", "one"),
            save("text", "one"),
            save("text", "word_one"),
            save("word", "word_one"),
        ],
        ["3 proven: one", "5 adapted: one"],
    ),
    Lights(
        "another argument, in one save",
        [save(), save("stub", "one"), save("text", "one"), save("word", "word_one")],
        ["3 proven: one", "4 refactoring: one", "4 refactoring:"],
    ),
    Lights(
        "a slip in the test is no red",
        [save("text", verb="start"), save("text", "slip_one"), save("text", "one")],
        ["3 passes: one"],
    ),
    Lights(
        "a slip in the test, mended with the code",
        [save(), save("stub", "slip_one"), save("text", "one")],
        ["3 unseen: one"],
    ),
    Lights(
        "green to green, other code",
        [save(), save("stub", "one"), save("text", "one"), save("other_text", "one")],
        ["3 proven: one", "4 refactoring:"],
    ),
    Lights(
        "a comment is no change",
        [save(), save("stub", "one"), save("text", "one"), save("text", "one", comments=1)],
        ["3 proven: one"],
    ),
    Lights("code, and no test at all", [save(), save("text")], ["2 untested:"]),
    Lights("red at the end", [save(), save("stub", "one")], ["2 still red: one"]),
    Lights(
        "amber between takes nothing away",
        [save(), save("stub", "one"), save("slip", "one"), save("text", "one")],
        ["4 proven: one"],
    ),
    Lights("amber alone is no red", [save(), save("slip", "one"), save("text", "one")], ["3 unseen: one"]),
    Lights(
        "green at once, and the code broken once",
        [
            save(),
            save("stub", "one"),
            save("text", "one"),
            save("text", "one", "two"),
            save("stub", "one", "two"),
            save("text", "one", "two"),
        ],
        ["3 proven: one", "6 proven: two"],
    ),
    Lights(
        "back to the red",
        [save(), save("stub", "one"), save("text", "one"), back(to=2), save("fizz", "one")],
        ["3 proven: one", "5 proven: one"],
    ),
    Lights(
        "renamed while red",
        [save(), save("stub", "one"), save("stub", "first"), save("text", "first")],
        ["4 proven: first"],
    ),
    Lights(
        "edited in green",
        [save("text", "one", verb="start"), save("text", "one_or_so")],
        ["2 refactoring: one"],
    ),
    Lights(
        "edited in green, with code",
        [save("text", "one", verb="start"), save("fizz", "one_or_so")],
        ["2 refactoring: one", "2 refactoring:"],
    ),
]
OF_THE_KATA = [
    Lights(
        "a test that was brought, red and then green",
        [
            save("fake", verb="next", revealed=0),
            save("fake", verb="next", revealed=2, test=2),
            save("text", test=2),
        ],
        ["3 proven: two is said"],
    ),
    Lights(
        "a test of the kata that stayed when somebody went back",
        [
            save("fake", verb="next", revealed=0),
            save("fake", verb="next", revealed=2, test=2),
            back(to=1),
            save("text", test=2),
            back(to=1),
            save("text", test=2, comments=1),
        ],
        ["4 proven: two is said"],
    ),
    Lights(
        "red",
        [
            save("fake", verb="next", revealed=0),
            save("fake", verb="next", revealed=2, test=2),
            back(to=1),
            save("fake", test=2),
        ],
        ["4 still red: two is said"],
    ),
    Lights(
        "a file without a test keeps no test of the kata from its proof",
        [
            save("fake", "helper", verb="next", revealed=0),
            save("fake", "helper", verb="next", revealed=2, test=2),
            save("text", "helper", test=2),
        ],
        ["3 proven: two is said"],
    ),
    Lights(
        "one that opens a step, green at once",
        [save("text", verb="start"), save("text", verb="next", revealed=2, test=2)],
        ["2 passes: two is said"],
    ),
    Lights(
        "other code of a program in green",
        [
            run_case("1", "red", case="one"),
            run_case("2", "green", case="one"),
            run_case("3", "green", case="one"),
        ],
        ["2 proven: one"],
    ),
    Lights(
        "a case of a program, and a second one, judged alone",
        [
            run_case("1", "red", case="one", verb="next"),
            run_case("2", "green", case="one", verb="next"),
            run_case("2", "red", case="two", verb="next"),
            run_case("3", "green", case="two", verb="next"),
        ],
        ["2 proven: one", "4 proven: two"],
    ),
]


@pytest.mark.parametrize("lights", [*VERDICTS, *OF_THE_KATA], ids=lambda lights: lights.rule)
def test_a_verdict_says_what_the_lights_show(lights):
    said = [f"{number} {in_short(verdict)}" for number, verdict in verdicts(lights.saves)]
    assert said == lights.says


@pytest.mark.parametrize("lights", [*VERDICTS, *OF_THE_KATA], ids=lambda lights: lights.rule)
def test_the_summary_has_the_same_tests_as_never_seen_red(lights):
    last = {verdict.test: verdict.kind for _, verdict in verdicts(lights.saves) if verdict.test}
    own = {test: kind for test, kind in last.items() if test.startswith("test_fizz.py")}
    never = {test for test, kind in own.items() if kind in (Kind.PASSES, Kind.UNSEEN, Kind.CRASHED)}
    assert {*Summary(*lights_of(lights.saves)).own.never_red} == never


SENTENCES = [
    Lights(
        "a test that comes out differently each time",
        [save(), save("drawn", "one"), save("drawn", "one", comments=1)],
        ["“one” could not be answered: it comes out differently each time"],
    ),
    Lights(
        "a red was seen, whatever another run would say",
        [save(), save("drawn", "one"), save("text", "one")],
        ["“one” was red for the right reason, then green."],
    ),
    Lights(
        "a program broke",
        [run_case("1", "amber", case="one", verb="next"), run_case("2", "green", case="one", verb="next")],
        ["“one” crashed (the program broke), then passed: you did not see it red."],
    ),
    Lights(
        "a case red at the end",
        [run_case("1", "red", case="one", verb="next")],
        ["“one” is still red: its output is not that of the case"],
    ),
]


@pytest.mark.parametrize("lights", SENTENCES, ids=lambda lights: lights.rule)
def test_why_is_said_in_a_sentence(monkeypatch, lights):
    monkeypatch.setattr("sys.drawn", iter("0100"), raising=False)
    assert [verdict.says for _, verdict in verdicts(lights.saves)] == lights.says


REMARKS = [
    Lights(
        "several tests opened at once",
        [save(), save("stub", "one", "two", "three")],
        ["2 You opened 3 tests at once."],
    ),
    Lights("one test opened", [save(), save("stub", "one")], []),
    Lights(
        "deleted in red",
        [save(), save("stub", "one", "three"), save("text", "one")],
        ["2 You opened 2 tests at once.", "3 Set aside while red: “three”."],
    ),
    Lights(
        "deleted in green",
        [save("text", "one", "two", verb="start"), save("text", "one")],
        ["2 Deleted: “two”."],
    ),
    Lights(
        "left out in red",
        [save(), save("stub", "one"), save("stub", "skipped_one")],
        ["3 Set aside while red: “one”."],
    ),
    Lights(
        "begun anew, since the folder was gone",
        [save(), save("stub", "one"), save(verb="start"), save("stub")],
        [],
    ),
    Lights(
        "green at once, and tried",
        [
            save("text", "one", verb="start"),
            save("text", "one", "two"),
            save("stub", "one", "two"),
            save("text", "one", "two"),
        ],
        ["3 This change broke “one”, “two”."],
    ),
    Lights(
        "code that breaks the first case of a program",
        [
            run_case("1", "red", case="one", verb="next"),
            run_case("2", "green", case="one", verb="next"),
            run_case("3", "green", case="two", verb="next"),
            run_case("4", "red", case="one", verb="next"),
        ],
        ["4 This change broke “one”."],
    ),
    Lights(
        "code that breaks a green test",
        [save("fizz", "one", "three", verb="start"), save("text", "one", "three")],
        ["2 This change broke “three”."],
    ),
    Lights(
        "one name that is missing now",
        [save("text", "one", "two", verb="start"), save("tell", "one", "two")],
        ["2 This change broke “one”, “two”."],
    ),
    Lights(
        "back",
        [
            save(),
            save("stub", "one"),
            save("text", "one"),
            save("stub", "one", "two"),
            back(to=3),
            save("text", "one"),
        ],
        ["4 This change broke “one”."],
    ),
    Lights(
        "the very first test of the kata is no news",
        [save("fake", verb="next", revealed=0), save("fake", verb="next", revealed=1, test=1)],
        [],
    ),
    Lights("what another attempt had is not judged again", [save("text", verb="start", revealed=5)], []),
    Lights(
        "of the kata, kept",
        [save("text", verb="start"), save("text", verb="next", revealed=5, test=7)],
        ["2 Your code already passed 3 of our tests."],
    ),
    Lights(
        "that is told once",
        [
            save("text", verb="start"),
            save("text", verb="next", revealed=5, test=7),
            back(to=1),
            save("text", revealed=5, test=7, comments=1),
        ],
        ["2 Your code already passed 3 of our tests."],
    ),
    Lights(
        "tests of the kata that the code breaks",
        [save("text", verb="start"), save("text", verb="next", revealed=5, test=7), save("fake", test=2)],
        [
            "2 Your code already passed 3 of our tests.",
            "3 This change broke “two is said”, “four is said” and 2 more.",
        ],
    ),
]


@pytest.mark.parametrize("lights", REMARKS, ids=lambda lights: lights.rule)
def test_a_remark_says_what_somebody_did(lights):
    assert [f"{number} {remark}" for number, remark in remarks(lights.saves)] == lights.says
