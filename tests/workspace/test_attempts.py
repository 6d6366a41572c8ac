"""start, next, hint and where, as a participant types them."""

import os
import shutil
import signal
import subprocess
import sys
import tomllib

import pytest
from conftest import HIDING, ROOT

from dojo.attempts import NoAttempt, all_attempts, as_people_count, find
from dojo.hint import hints
from dojo.lights import all_lights
from dojo.matrix import SUITE, SuiteTest
from dojo.start import start
from dojo.steps import all_steps
from dojo.steps import find as step
from dojo.suite import with_suite
from dojo.teaching import second_hints, selects, taught
from dojo.where import columns, standing

KATAS = ["deals", "holdem", "ladder", "two_hands"]
CARD = "def card(text):\n    return 6\n"


@pytest.fixture(scope="module")
def suite():
    """Every test of the suite, in teaching order, with the name of its function and its row."""
    return with_suite(lambda suite: [(test, *suite.row(test)) for test in suite.tests])


@pytest.fixture(scope="module")
def tests(suite):
    return [test for test, _, _ in suite]


@pytest.fixture
def attempt(workspace):
    """An attempt at hold'em that was just started."""
    return start("tables-3", "holdem", workspace.root)


def said(made):
    """All that was printed, in one line."""
    return " ".join(made.stdout.split())


# start


def test_start_makes_an_attempt_and_shows_its_own_first_test_red(workspace):
    made = workspace.make("start", "NAME=tables-3")
    folder = workspace.path("katas/holdem/attempts/tables-3")
    assert (made.returncode, made.stderr) == (0, "")
    assert sorted(file.name for file in folder.iterdir()) == [".started", "poker.py", "test_poker.py"]
    assert made.stdout.startswith(" RED  tables-3 · 1 red")
    assert "“a card equals itself” is red: AttributeError: module 'poker' has no attribute 'card'" in said(
        made
    )
    assert "make next NAME=tables-3" in made.stdout
    assert "make watch NAME=tables-3" in made.stdout
    (light,) = all_lights(find("tables-3", workspace.root))
    assert (light.verb, light.colour, light.counts) == ("start", "red", {"green": 0, "red": 1, "amber": 0})


@pytest.mark.parametrize("kata", KATAS)
def test_an_empty_file_says_what_to_do(workspace, kata):
    text = start("tables-3", kata, workspace.root).module.read_text()
    assert f"katas/{kata}/README.md" in text
    assert "make next NAME=tables-3" in text
    assert "make watch NAME=tables-3" in text


STARTS = [
    pytest.param([], "a name, please: make start NAME=tables-3", id="no name"),
    pytest.param(["NAME=a b"], "'a b' is no name: a to z, digits, _, and after", id="a space"),
    pytest.param(["NAME=../up"], "'../up' is no name", id="another folder"),
    pytest.param(["NAME=.hidden"], "'.hidden' is no name", id="a dot in front"),
    pytest.param(["NAME=-rf"], "'-rf' is no name", id="a dash in front"),
    pytest.param(["NAME=café"], "'café' is no name", id="an accent"),
    pytest.param(["NAME=a;b"], "'a;b' is no name", id="a semicolon"),
    pytest.param(["NAME='a'"], "is no name", id="quotes"),
    pytest.param(["NAME=" + "a" * 41], "is no name", id="41 letters"),
    pytest.param(["NAME=all"], "all is no name", id="what where calls every attempt"),
    pytest.param(["NAME=x", "KATA=bridge"], "there is no kata bridge: there are deals holdem", id="no kata"),
    pytest.param(["NAME=x", "KATA=../x"], "there is no kata ../x: there are", id="a folder for a kata"),
]


@pytest.mark.parametrize(("words", "told"), STARTS)
def test_a_start_that_cannot_be_is_answered_in_a_line_and_makes_nothing(workspace, words, told):
    made = workspace.make("start", *words)
    line, of_make = made.stderr.splitlines()
    assert told in line
    assert (made.returncode, made.stdout, of_make[:5]) == (2, "", "make:")
    assert list(workspace.root.glob("katas/*/attempts/*")) == []


NAMES = [
    pytest.param("tables-3", id="a dash"),
    pytest.param("3.b_C", id="a digit, a dot, a line, a capital"),
    pytest.param("a" * 40, id="40 letters"),
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_may_be(workspace, name):
    assert start(name, "holdem", workspace.root) == find(name, workspace.root)


@pytest.mark.parametrize(
    ("name", "kata"), [("tables-3", "holdem"), ("Tables-3", "holdem"), ("tables-3", "deals")]
)
def test_nothing_is_overwritten(workspace, attempt, name, kata):
    attempt.module.write_text(CARD)
    with pytest.raises(NoAttempt, match="katas/holdem/attempts/tables-3 is there already"):
        start(name, kata, workspace.root)
    assert attempt.module.read_text() == CARD


def test_a_start_that_is_killed_leaves_no_half_attempt(workspace):
    """Killed just before the rename: what is left is nobody's attempt, and the next start is whole."""
    killing = (
        "import os, pathlib, sys, signal; from dojo.start import start;"
        "pathlib.Path.rename = lambda *_: os.kill(os.getpid(), signal.SIGKILL); start('tables-3', 'holdem')"
    )
    assert workspace.run(sys.executable, "-c", killing).returncode == -signal.SIGKILL
    assert all_attempts(workspace.root) == []
    assert start("tables-3", "holdem", workspace.root).module.exists()


# which attempt


def test_without_a_name_it_is_the_one_started_last_and_that_is_said(workspace):
    for name in ("tables-3", "a-later-one"):
        start(name, "holdem", workspace.root)
    find("tables-3", workspace.root).module.write_text(CARD)
    made = workspace.make("where", "NAME=")
    assert made.stdout.startswith(
        "attempt a-later-one, the one started last\na-later-one behaves like step 0"
    )


@pytest.mark.usefixtures("attempt")
def test_a_name_of_the_shell_is_not_taken(workspace):
    assert "attempt tables-3, the one started last" in workspace.make("where", NAME="laptop").stdout


def test_an_attempt_whose_folder_is_gone_can_be_had_again(workspace, attempt):
    attempt.module.write_text(CARD)
    workspace.make("next")
    shutil.rmtree(attempt.folder)
    told = "the folder of tables-3 is gone, and its lights are not: make start NAME=tables-3, then make back"
    assert told in workspace.make("next", "NAME=tables-3").stderr
    workspace.make("start", "NAME=tables-3")
    workspace.make("back", "NAME=tables-3")
    assert attempt.module.read_text() == CARD
    assert "The next test, 2 of 247" in workspace.make("next").stdout


UNKNOWN = [
    pytest.param(["next", "EXPECTED=red"], "there is no EXPECTED=", id="misspelt"),
    pytest.param(["next", "name=tables-3"], "there is no name=", id="in small letters"),
    pytest.param(["progress", "STEPS=3"], "there is no STEPS=", id="of another verb"),
]


@pytest.mark.parametrize(("words", "told"), UNKNOWN)
def test_a_variable_that_no_verb_knows_is_a_mistake(workspace, words, told):
    made = workspace.make(*words)
    assert made.returncode == 2
    assert told in made.stderr
    assert len(made.stderr.splitlines()) == 1


@pytest.mark.usefixtures("attempt")
@pytest.mark.parametrize("verb", ["next", "hint", "where", "lights", "back"])
def test_the_kata_of_an_attempt_is_its_own(workspace, verb):
    made = workspace.make(verb, "KATA=ladder")
    assert made.returncode == 2
    assert "tables-3 is an attempt at holdem, not at ladder" in made.stderr


NOBODYS = [
    pytest.param([], "there is no attempt yet: make start NAME=tables-3", id="none yet"),
    pytest.param(["NAME=x"], "there is no attempt x: make start NAME=x makes it", id="none of that name"),
]


@pytest.mark.parametrize("verb", ["next", "hint", "where"])
@pytest.mark.parametrize(("words", "told"), NOBODYS)
def test_an_attempt_that_is_not_there(workspace, verb, words, told):
    made = workspace.make(verb, *words)
    assert (made.returncode, made.stderr.splitlines()[0]) == (2, told)


def test_an_unknown_name_is_told_the_others(workspace):
    for number in range(7):
        start(f"tables-{number}", "holdem", workspace.root)
    with pytest.raises(NoAttempt, match=r"no attempt x: there are tables-0, .*, tables-4 and 2 more"):
        find("x", workspace.root)


# what is taught


@pytest.mark.parametrize("kata", KATAS)
def test_every_entry_of_a_kata_selects_a_test(tests, kata):
    told = tomllib.loads((ROOT / "katas" / "tests.toml").read_text(encoding="utf-8"))
    entries = [*told["common"], *told["katas"][kata], *told["none"]["tests"]]
    assert [entry for entry in entries if not any(selects(entry, test) for test in tests)] == []


def test_every_test_is_of_some_kata_or_said_to_be_of_none(tests):
    told = tomllib.loads((ROOT / "katas" / "tests.toml").read_text(encoding="utf-8"))
    assert sorted(told["katas"]) == KATAS
    of_a_kata = {test.id for kata in KATAS for test in taught(kata, tests)}
    of_none = {test.id for test in tests if any(selects(entry, test) for entry in told["none"]["tests"])}
    assert of_a_kata | of_none == {test.id for test in tests}
    assert of_a_kata & of_none == set()


FIRST_OF_A_CHAPTER = [
    pytest.param("ladder", "test_labels.py", False, id="the ladder needs no labels"),
    pytest.param("ladder", "test_two_hands.py::test_compare", True, id="the ladder compares"),
    pytest.param("two_hands", "test_best.py", False, id="two hands have five cards each"),
    pytest.param("deals", "test_two_hands.py::test_left_wins", True, id="deals are counted"),
    pytest.param("holdem", "test_two_hands.py", False, id="hold'em has many players"),
    pytest.param("holdem", "test_program.py::test_the_program", True, id="hold'em is a program"),
]


@pytest.mark.parametrize(("kata", "start", "is_taught"), FIRST_OF_A_CHAPTER)
def test_a_kata_is_taught_what_it_needs(tests, kata, start, is_taught):
    assert any(selects(start, test) for test in taught(kata, tests)) == is_taught


def test_a_test_of_the_last_step_comes_before_the_red_of_the_next(tests):
    rules = [test.rule for test in taught("holdem", tests)]
    kicker, trips = (rules.index(rule) for rule in ("two pair: the kicker", "three of a kind beat two pair"))
    assert rules[0] == "a card equals itself"
    assert rules.index("two pair beat a pair") < kicker < trips


# next

GREEN = " GREEN  tables-3 · "


@pytest.mark.usefixtures("attempt")
def test_next_shows_what_is_red_and_stops(workspace):
    made = workspace.make("next")
    assert (made.returncode, made.stderr) == (0, "")
    assert " RED  tables-3 · 1 red" in [line.rstrip() for line in made.stdout.splitlines()]
    assert "The next test" not in made.stdout


def test_next_says_that_a_test_is_green_already(workspace, attempt):
    attempt.module.write_text(CARD)
    made = workspace.make("next", "NAME=tables-3")
    assert made.stdout.startswith(f"{GREEN}1 green")
    assert "The next test, 1 of 247: “a card equals itself” already green: keep it, or ask whether" in said(
        made
    )
    assert "a six beats a five" not in made.stdout


def test_next_reveals_the_next_test_and_shows_it_red(workspace, attempt):
    attempt.module.write_text(CARD)
    workspace.make("next")
    made = workspace.make("next", "NAME=tables-3")
    assert made.stdout.startswith(f"{GREEN}2 green")
    assert "The next test, 2 of 247: “a six beats a five”" in made.stdout
    assert "> assert poker.card(higher) > poker.card(lower)" in said(made)
    assert "E AssertionError: 6♣ should beat 5♠" in said(made)
    lights = [(light.colour, light.counts["red"], light.told["revealed"]) for light in all_lights(attempt)]
    assert lights == [("green", 0, 0), ("green", 0, 1), ("green", 0, 1), ("red", 1, 2)]


def test_next_shows_what_is_printed_beside_a_failure_and_not_beside_green(workspace, attempt):
    attempt.module.write_text("def card(text):\n    print('asked for', text)\n    return 6\n")
    assert "asked for" not in workspace.make("next").stdout
    assert "It printed:\nasked for 6♣\nasked for 5♠\n" in workspace.make("next").stdout


def test_after_the_last_test_next_says_so(workspace, attempt):
    attempt.module.write_text(step(47).code)
    workspace.run(sys.executable, "-c", SKIP_TO, "246")
    assert "The next test, 247 of 247" in workspace.make("next").stdout
    assert "That was the last test of holdem. All 247 are green." in said(workspace.make("next"))


SKIP_TO = """
import sys
from dojo.attempts import as_people_count, find
from dojo.lights import record
record(find(), verb="next", colour="green", counts={}, revealed=int(sys.argv[1]))
"""

EXPECTED = [
    pytest.param("red", "red of the tests so far: so it is. 1 of 1 predictions held.", True, id="it holds"),
    pytest.param(
        "green", "green of the tests so far: it is red. 0 of 1 predictions held.", False, id="it does not"
    ),
]


@pytest.mark.parametrize(("colour", "told", "held"), EXPECTED)
def test_a_prediction_holds_or_not(workspace, attempt, colour, told, held):
    assert told in said(workspace.make("next", f"EXPECT={colour}"))
    light = all_lights(attempt)[-1]
    assert (light.told["expected"], light.told["held"]) == (colour, held)


def test_the_score_of_the_predictions_is_kept(workspace, attempt):
    workspace.make("next", "EXPECT=red")
    attempt.module.write_text("def card(text):\n    return text[0]\n")
    assert "1 of 2 predictions held." in said(workspace.make("next", "EXPECT=amber"))


def test_what_the_last_run_has_shown_is_not_foreseen(workspace, attempt):
    workspace.make("next", "EXPECT=red")
    said_again = said(workspace.make("next", "EXPECT=red"))
    assert "so it is. Not counted: nothing has changed since the last run." in said_again
    assert "held" not in all_lights(attempt)[-1].told


@pytest.mark.usefixtures("attempt")
def test_a_colour_may_be_written_in_capitals(workspace):
    assert "1 of 1 predictions held." in said(workspace.make("next", "EXPECT=RED"))


@pytest.mark.usefixtures("attempt")
def test_a_prediction_of_another_colour_is_a_mistake(workspace):
    made = workspace.make("next", "EXPECT=blue")
    assert (made.returncode, made.stderr.splitlines()[0]) == (2, "EXPECT is red, green or amber, not blue")


def test_a_light_that_cannot_be_kept_is_told_in_a_line(workspace, attempt):
    lights = attempt.folder.parent / ".lights"
    lights.write_text("no folder")
    made = workspace.make("next")
    assert made.returncode == 2
    assert "tables-3" in made.stderr.splitlines()[0]
    assert "Traceback" not in made.stderr


def test_next_is_not_wider_than_the_screen(workspace, attempt):
    attempt.module.write_text(CARD)
    workspace.make("next")
    lines = workspace.make("next", COLUMNS="80").stdout.splitlines()
    assert max(map(len, lines)) <= 80


# hint


def test_hints_say_more_each_time_and_begin_anew_with_the_next_test(workspace, attempt):
    attempt.module.write_text(CARD)
    workspace.make("next")
    workspace.make("next")
    given = [said(workspace.make("hint", "NAME=tables-3")) for _ in range(4)]
    assert given[0].startswith("“a six beats a five”, hint 1 of 3 The rule: cards compare by value;")
    assert "with higher = '6♣', lower = '5♠'" in given[0]
    assert given[1].startswith("“a six beats a five”, hint 2 of 3 Two cards with two different answers.")
    assert given[2].endswith("Step 2, Fake it again, solves it: make step-2 story")
    assert given[3] == given[2]
    attempt.module.write_text(step(2).code)
    workspace.make("next")
    assert "“a jack beats a ten”, hint 1 of 3" in said(workspace.make("hint"))


@pytest.mark.parametrize(
    "own", ["", "\n\ndef test_mine():\n    assert not 'mine'\n"], ids=["ours", "and mine"]
)
def test_the_hint_is_for_the_first_of_our_tests_that_is_not_green(workspace, attempt, own):
    attempt.module.write_text(step(2).code)
    for _ in range(3):
        workspace.make("next")
    (attempt.folder / "test_mine.py").write_text(own)
    attempt.module.write_text(CARD)
    workspace.make("next")
    assert "“a six beats a five”, hint 1 of 3" in said(workspace.make("hint"))


@pytest.mark.usefixtures("attempt")
def test_the_very_first_red_has_a_hint_as_well(workspace):
    made = workspace.make("hint")
    assert (made.returncode, made.stderr) == (0, "")
    assert "“a card equals itself”, hint 1 of 3" in made.stdout


def test_every_step_that_a_test_drives_has_its_second_hint(tests):
    assert sorted(second_hints()) == sorted({test.written for test in tests if test.kind == "drives"})


def test_no_hint_holds_a_line_of_the_code(suite):
    """A line of a step with a call, an assignment or a branch in it; `else:` alone gives nothing away."""
    lines = {line.strip() for s in all_steps() for line in s.code.splitlines() if len(line.strip()) > 12}
    given = [hint for test, function, row in suite for hint in hints(test, function, row)]
    assert len(given) == 3 * len(suite)
    assert [(hint, line) for hint in given for line in lines if line in hint] == []


def test_hints_name_the_step_that_solves_it():
    test = SuiteTest(f"{SUITE}/test_hands.py::test_x[the wheel]", "the wheel", "drives", 19)
    assert hints(test, "test_x", {})[2] == "Step 19, The wheel, solves it: make step-19 story"


# where


@pytest.mark.parametrize("number", [0, 1, 9, 10, 18, 19, 32, 36, 40])
def test_the_code_of_a_step_behaves_like_it(workspace, attempt, number):
    shutil.copy(step(number).module, attempt.module)
    made = workspace.make("where", "NAME=tables-3")
    assert f"tables-3 behaves like step {number}, {step(number).title}." in said(made)
    assert "ahead" not in made.stdout
    assert "behind" not in made.stdout


def test_what_is_ahead_and_what_is_behind_is_told(workspace, attempt):
    """Step 29 with a wrong label, and with a test of chapter 8."""
    code = step(29).code.replace("Two Pair", "Two Pairs")
    attempt.module.write_text(f"{code}\n\ndef scores(lines):\n    return lines\n")
    text = said(workspace.make("where", "NAME=tables-3"))
    assert text.startswith("tables-3 behaves like step 29, Too few cards.")
    assert "next test: “two pair” ahead of it on “an empty line stays as it is”" in text
    assert text.endswith("behind on “two pair”")


def test_an_attempt_that_does_not_load_has_no_step(workspace, attempt):
    attempt.module.write_text("def card(text:\n")
    assert "tables-3 does not load: SyntaxError" in workspace.make("where").stdout


def test_where_all_has_a_line_for_each_attempt(workspace):
    for name, kata, code in [
        ("b10", "holdem", step(9).code),
        ("b", "holdem", step(19).code),
        ("a", "ladder", step(41).code),
        ("loop", "holdem", "while True: pass\n"),
        ("none", "deals", ""),
    ]:
        start(name, kata, workspace.root).module.write_text(code)
    made = workspace.make("where", "NAME=all", COLUMNS="80")
    lines = made.stdout.splitlines()
    assert (made.returncode, made.stderr) == (0, "")
    assert [line.split()[0] for line in lines] == ["a", "b", "b10", "loop", "none"]
    assert "nothing is left to write" in lines[0]
    assert "step 19  73 of 247" in lines[1]
    assert "step 9   23 of 247" in lines[2]
    assert "not done after 2 seconds" in lines[3]
    assert "next: “a card equals itself”" in lines[4]
    assert max(map(len, lines)) <= 80


CELLS = {"one": ".###", "two": "..##", "three": "...#"}
TAUGHT = [SuiteTest(rule, rule, "drives", number) for number, rule in enumerate(CELLS, 1)]
STANDINGS = [
    pytest.param("", (0, "one", [], []), id="nothing"),
    pytest.param("one", (1, "two", [], []), id="a step exactly"),
    pytest.param("one two three", (3, "", [], []), id="all of it"),
    pytest.param("one three", (1, "two", ["three"], []), id="ahead"),
    pytest.param("two three", (3, "one", [], ["one"]), id="behind"),
    pytest.param("two", (0, "one", ["two"], []), id="as near to 0 as to 2: the first"),
]


IN_A_ROW = [("", 0), ("one", 1), ("one three", 1), ("two three", 0), ("one two three", 3)]


@pytest.mark.parametrize(("green", "count"), IN_A_ROW)
def test_what_is_green_by_luck_is_not_counted(green, count):
    assert standing(dict.fromkeys(green.split(), "green"), TAUGHT, CELLS).in_a_row == count


NAMES = [("t9", "t10"), ("T2", "t3"), ("a", "b1"), ("b", "b10"), ("tables-2", "tables-11")]


@pytest.mark.parametrize(("first", "then"), NAMES)
def test_attempts_stand_as_people_count(first, then):
    assert as_people_count(first) < as_people_count(then)


@pytest.mark.parametrize(("green", "told"), STANDINGS)
def test_an_attempt_stands_at_the_step_that_agrees_with_it_most(green, told):
    stands = standing(dict.fromkeys(green.split(), "green"), TAUGHT, CELLS)
    assert (stands.step, stands.next, stands.ahead, stands.behind) == told


def test_the_columns_are_those_of_the_matrix(tests):
    """The file is made by `make contents`, and its check says when it is not up to date."""
    kept = columns()
    assert list(kept) == [test.id for test in tests]
    assert kept[f"{SUITE}/test_hands.py::test_the_stronger_hand_wins[the wheel is a straight]"] == (
        "." * 19 + "#" * (len(all_steps()) - 19)
    )


def test_ctrl_c_is_quiet(workspace, attempt):
    attempt.module.write_text("while True: pass\n")
    process = subprocess.Popen(
        [sys.executable, "-m", "dojo.next"],
        cwd=workspace.root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={k: v for k, v in os.environ.items() if k not in HIDING},
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stdout.readline() == "attempt tables-3, the one started last\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors) == (130, "")


@pytest.mark.usefixtures("attempt")
def test_ctrl_c_while_the_suite_is_collected_is_quiet_too(workspace):
    workspace.edit("tests/suite/test_cards.py", "\nimport pytest\n", "\nraise KeyboardInterrupt\n")
    made = workspace.run(sys.executable, "-m", "dojo.next")
    assert (made.returncode, made.stderr) == (130, "")
