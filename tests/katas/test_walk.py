"""A participant on the way through a kata: what is taught, in which order, and where they stand.

The code is that of the steps. Every step of the way is in the matrix; what is played is its first tests and
its last ones. All of them are played in tests/check/test_walk.py.
"""

import io
import re

import pytest
from rich.console import Console

from dojo.attempt.attempts import Attempt
from dojo.attempt.creation import contents
from dojo.attempt.lights import all_lights, record
from dojo.coach.cycle.course import with_course
from dojo.coach.cycle.next import play
from dojo.coach.where import columns, one, standing, stands, tried
from dojo.engine.columns import matrix
from dojo.engine.suite import with_suite

LAST_OF_CHAPTER_8 = 38


@pytest.fixture(scope="module")
def story(here):
    return here.story


@pytest.fixture(scope="module")
def found(story):
    """Every test on every step."""
    return matrix(story)


@pytest.fixture(scope="module")
def cells(story):
    """Which test is green on which step."""
    return columns(story)


def begun(here, folder, name="tables-3"):
    """An attempt at hold'em as it starts, in a folder that is nobody's."""
    story, kata = here.workspace.kata("holdem")
    attempt = Attempt(folder / name, story, kata)
    attempt.folder.mkdir()
    for file, text in contents(attempt).items():
        (attempt.folder / file).write_text(text)
    return attempt


@pytest.fixture
def attempt(here, tmp_path):
    return begun(here, tmp_path)


def played(course):
    """What `make next EXPECT=green` shows."""
    screen = io.StringIO()
    play(course, Console(file=screen, width=80, markup=False), "green")
    return screen.getvalue()


def in_a_line(shown):
    return " ".join(shown.split())


WAYS = [
    pytest.param(
        "holdem", LAST_OF_CHAPTER_8, "the program marks the customer's file", id="holdem, chapters 1-8"
    ),
    pytest.param("roman", 13, "a number comes back as a numeral", id="roman, up to the program"),
]


@pytest.mark.parametrize(("name", "last", "last_red"), WAYS)
def test_each_test_comes_when_all_before_it_are_green_and_only_what_drives_is_red(here, name, last, last_red):
    story, kata = here.workspace.kata(name)
    found = matrix(story)
    tests = [test for test in kata.taught(found.tests) if test.written <= last]
    code, reds = story.step(1), []
    for place, test in enumerate(tests):
        colours = {found.cell(known, code).colour for known in tests[:place]}
        assert colours <= {"green"}, test.rule
        if found.cell(test, code).colour != "green":
            assert (test.kind, found.cell(test, code).colour) == ("drives", "red"), test.rule
            code = story.step(test.written)
            reds.append(test.rule)
    assert {found.cell(test, code).colour for test in tests} == {"green"}
    assert reds[-1] == last_red
    drives = {test.written for test in tests if test.kind == "drives"}
    assert len(reds) >= len(drives) - 1  # the first step is there already


def test_the_first_tests_are_played(story, attempt):
    def walk(course):
        bars = []
        for number in (1, 1, 2, 2, 4, 4):
            attempt.module.write_text(story.step(number).code)
            said = in_a_line(played(course))
            told = "tidy up" if "tidy up" in said else re.search("of 285: “(.+?)”", said)[1]
            bars.append((told, re.search("(GREEN|RED|AMBER)  ?tables-3 · .*", said)[0]))
        return bars

    assert with_course(attempt, walk) == [
        ("tidy up", "GREEN tables-3 · 1 green"),
        ("a six beats a five", "RED tables-3 · 2 green, 1 red"),
        ("tidy up", "GREEN tables-3 · 3 green"),
        ("a jack beats a ten", "RED tables-3 · 3 green, 1 red"),
        ("tidy up", "GREEN tables-3 · 4 green"),
        ("five clubs are a flush", "RED tables-3 · 8 green, 1 red"),
    ]
    held = [light.told["held"] for light in all_lights(attempt) if "held" in light.told]
    assert held == [True, False, True, False, True, False]


def test_the_last_test_of_chapter_8_is_red_on_the_step_before_it(story, attempt):
    def end(course):
        tests = [test for test in course.tests if test.written <= LAST_OF_CHAPTER_8]
        record(attempt, verb="next", colour="green", counts={}, revealed=len(tests) - 1)
        attempt.module.write_text(story.step(LAST_OF_CHAPTER_8 - 1).code)
        before = played(course)
        attempt.module.write_text(story.step(LAST_OF_CHAPTER_8).code)
        return len(tests), before, played(course)

    count, before, after = with_course(attempt, end)
    assert f"The next test, {count} of 285: “the program marks the customer's file”" in in_a_line(before)
    assert before.splitlines()[-1].startswith(f" RED  tables-3 · {count} green, 1 red")
    assert after.splitlines()[-1].startswith(f" GREEN  tables-3 · {count + 1} green")


def test_after_the_last_test_it_is_said_so(story, attempt):
    def end(course):
        record(attempt, verb="next", colour="green", counts={}, revealed=284)
        attempt.module.write_text(story.step(71).code)
        return played(course), played(course)

    before, after = map(in_a_line, with_course(attempt, end))
    assert "One more that your code already keeps" in before
    assert "That was the last test of holdem: all 285 are green." in after


def test_the_columns_are_those_of_all_steps(story, found, cells):
    assert list(cells) == [test.id for test in found.tests]
    wheel = "tests/suite/test_hands.py::test_the_stronger_hand_wins[the wheel is a straight]"
    assert cells[wheel] == [False] * 19 + [True] * (len(story.steps) - 19)


@pytest.mark.parametrize("number", [0, 1, 9, 10, 18, 19, 34, 38, 46, 53])
def test_the_code_of_a_step_stands_there(story, found, cells, number):
    tests = story.katas[0].taught(found.tests)
    colours = {test.id: found.cell(test, story.step(number)).colour for test in tests}
    place = standing(colours, tests, cells)
    assert (place.step, place.of, place.ahead, place.behind) == (number, 285, [], [])


def test_an_attempt_stands_where_its_code_does(here, story, tmp_path, cells):
    """Step 31 with a wrong label, and with a test of chapter 8; and two that are steps as they stand."""
    wrong = (
        story.step(31).code.replace("Two Pair", "Two Pairs") + "\n\ndef scores(lines):\n    return lines\n"
    )
    attempts = [begun(here, tmp_path, name) for name in ("tables-3", "tables-9", "tables-19")]
    for attempt, code in zip(attempts, (wrong, story.step(9).code, story.step(19).code), strict=True):
        attempt.module.write_text(code)
    trials = with_suite(story, lambda suite: tried(attempts, suite))
    screen = io.StringIO()
    one(trials[0], story, cells, Console(file=screen, width=80, markup=False))
    said = in_a_line(screen.getvalue())
    assert said.startswith("tables-3 behaves like step 31, Too few cards.")
    assert "next test: “two pair” ahead of it on “an empty line stays as it is”" in said
    assert said.endswith("behind on “two pair”")
    places = [stands(trial, cells) for trial in trials[1:]]
    assert [(place.step, place.in_a_row, place.of) for place in places] == [(9, 25, 285), (19, 75, 285)]
