"""`make next`: the tests so far, and one more when all are green."""

import re

import pytest
from as_a_user import locked
from helpers import all_runs, last_light
from rich.console import Console

from coach.conftest import FIZZ, NUMBERS, ONE, in_a_line, list_runs, ran
from dojo.attempt.attempt import Attempt
from dojo.attempt.create import create
from dojo.attempt.light import RunLight
from dojo.attempt.recording import all_lights, snapshot_of
from dojo.coach.display import print_failure, print_other_katas
from dojo.runner.result import Result

GREEN = " GREEN  tables-3 · "
TIDY = f"{ONE}\n\nNUMBERS = 'one'\n"


@pytest.fixture
def play(show):
    """Plays `make next` and gives what is shown, in which there is one bar: the last line."""

    def verb(*words):
        shown = show("next", *words)
        lines = shown.splitlines()
        assert [n for n, line in enumerate(lines) if " tables-3 · " in line] == [len(lines) - 1]
        return shown

    return verb


@pytest.fixture
def eight(bare):
    """The second step is driven by another test as well: “eight is said”."""
    two = 'drives(2, "two is said", 2, "2"),'
    bare.edit("suite/test_numbers.py", two, f'{two}\n    drives(2, "eight is said", 8, "8"),')


def test_it_is_red_then_green_with_a_moment_to_tidy_up_then_the_next_is_red(play, attempt, save, monkeypatch):
    for name, value in {"FORCE_COLOR": "1", "PY_COLORS": "1", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)  # no colour of pytest's is shown
    shown = play()
    assert shown.startswith("attempt tables-3, the latest one here\n")
    assert shown.splitlines()[-1].startswith(" RED  tables-3 · 1 with a name missing")
    assert "The next test" not in shown
    save(ONE)
    shown = play("NAME=tables-3")
    changed, question = "Changed since the start: 2 lines of code.", "Is there anything to tidy up?"
    assert shown.startswith(f"{changed}\n{question} Keep the bar green meanwhile.\n")
    assert shown.splitlines()[-1].startswith(f"{GREEN}1 green")
    assert "is said" not in shown
    save(TIDY)
    shown = play("NAME=tables-3")
    assert shown.startswith(
        "You changed 3 lines of code, and all is still green.\nThe next test, 2 of our 4\n"
    )
    assert "The first of our 4 asks the same as test_fizz.py, and the bar counts both." in in_a_line(shown)
    assert "> assert fizz.say(number) == said wanted '2' came '1'" in in_a_line(shown)
    assert "tidy up" not in shown
    assert shown.splitlines()[-1].startswith(" RED  tables-3 · 2 green, 1 failed")
    play()
    known = [("red", 0), ("green", 0), ("green", 0), ("red", 2), ("red", 2)]  # the tidied one is a light, too
    assert list_runs(attempt) == [("next", *colour_and_number) for colour_and_number in known]
    files = [snapshot_of(attempt, light).files for light in all_lights(attempt)]
    assert [one[b"fizz.py"].content.decode() for one in files[1:]] == [ONE, TIDY, TIDY, TIDY]
    save(TIDY.replace('"1"', "str(number)"))
    (attempt.folder / "test_more.py").write_text("def test_more():\n    pass\n")
    assert "Changed since the last green: 1 line of code, 2 of tests.\nIs there anything" in play()


def test_where_we_tidied_up_the_question_names_our_refactoring(play, attempt, save, bare):
    our = "We did, in step 4, Divisible: make step-4 story"
    ran(attempt, "red", revealed=3)
    save(FIZZ)
    assert f"Keep the bar green meanwhile.\n{our}\n" in play()
    save(ONE)
    play()
    save(bare.path("step_04/fizz.py").read_text())
    said = play()
    assert "Keep the bar green meanwhile." in said
    assert our not in said


@pytest.mark.usefixtures("eight")
def test_tests_that_drove_our_code_and_are_green_at_once_are_asked_about_one_by_one(play, save):
    save(NUMBERS)
    play()
    shown = play("NAME=tables-3")
    assert "The next test, 2 of our 5: “two is said”" in shown
    assert "def test_numbers(fizz, number, said):\n        assert fizz.say(" in shown
    had_it = "Green at once. We needed code for it, and you had it already: which of your lines"
    assert had_it in in_a_line(shown)
    assert shown.splitlines()[-1].startswith(f"{GREEN}3 green")
    shown = in_a_line(play())
    assert "We needed code for “eight is said”, and you had it already: which of your lines" in shown
    assert "“two is said”" not in shown


def test_where_the_last_test_turns_green_no_next_one_is_promised(play, attempt, save):
    save(FIZZ)
    ran(attempt, revealed=4)
    save(NUMBERS)
    play()
    save(FIZZ)
    assert "That was the last of our tests. What can come now: make next\n" in play()


def test_guards_come_together_and_with_the_last_tests_it_says_where_to_go_on(play, attempt, save):
    save(FIZZ)
    ran(attempt, revealed=3)
    first, again = (play("NAME=tables-3") for _ in range(2))
    assert first.startswith("1 more test passes already: “four is said”\n")
    assert "The next test" not in first
    for shown in (first, again):
        assert "That was the last of our tests of fizz: all 4 are green." in shown
        assert "What your own tests catch: make judge NAME=tables-3\n" in shown
        assert "Your evening, run by run: make lights NAME=tables-3\n" in shown
        assert "A page of it to show: make lights PAGE=1 NAME=tables-3\n" in shown
        assert "Was each test red first? make prove NAME=tables-3\n" in shown
        assert "Your attempt as a git repository: make keep NAME=tables-3\n" in shown
        assert "Another kata" not in shown
        assert "Another design, step 4, Divisible: make step-4 story\n" in shown
        assert shown.splitlines()[-1].startswith(f"{GREEN}5 green")


@pytest.mark.usefixtures("eight")
def test_a_bundle_stops_at_the_first_that_is_not_green(play, attempt, save):
    save('def say(number):\n    return {1: "1", 2: "2", 3: "Fizz"}.get(number)\n')
    ran(attempt, revealed=2)
    shown = play()
    assert "The next test, 3 of our 5\n\n“eight is said” is red" in shown
    assert shown.splitlines()[-1].startswith(" RED  tables-3 · 3 green, 1 failed")


def test_the_first_and_the_last_lines_of_what_is_printed_are_shown(play, save):
    smile = "[b]:smile:[/b]"
    save(f"def say(number):\n    print('{smile}', *range(13), 'x' * 130, sep='\\n')\n    return '{smile}'\n")
    shown = [line.rstrip() for line in play().splitlines()]
    printed = [smile, *"01234", "… 3 more lines …", *"89", "10", "11", "12", "x" * 80, "x" * 39 + "…"]
    place = shown.index("It printed:") + 1
    assert shown[place : place + len(printed)] == printed


def test_a_prediction_is_scored_and_a_new_test_is_foreseen_before_it_is_shown_once(play, attempt, save):
    assert "You guessed red, and it is red. Guesses right: 1 of 1." in in_a_line(play("EXPECT=RED"))
    save("def say(number):\n    return number.text\n")
    assert "You guessed red, but it is amber. Guesses right: 1 of 2." in in_a_line(play("EXPECT=red"))
    same = "You guessed amber, and it is amber. Nothing has changed, so it does not count."
    assert same in in_a_line(play("EXPECT=amber"))
    save(ONE)
    play("EXPECT=green")
    shown = in_a_line(play("EXPECT=green"))
    guess, failure = "You guessed green, but it is red. Guesses right: 2 of 4.", "“two is said” is red"
    assert 0 < shown.index(guess) < shown.index(failure) < shown.index("def test_numbers(")
    assert shown.count("def test_numbers(") == 1
    foretold = [(light.expected, light.held) for light in all_runs(attempt)]
    assert foretold == [("red", True), ("red", False), (None, None), ("green", True), ("green", False)]


def test_at_a_terminal_it_shows_the_new_test_and_asks_and_only_then_tells(
    bare, attempt, save, refuse, monkeypatch, capsys
):
    asks = "EXPECT=ask asks at a terminal: EXPECT=red, green or amber says it at once"
    assert refuse("next", "EXPECT=ask", "NAME=tables-3") == asks
    assert refuse("next", "EXPECT=blue", "NAME=tables-3") == "EXPECT=blue: use red, green, amber or ask"
    assert all_lights(attempt) == []
    save(ONE)
    ran(attempt, revealed=1)
    answers, shown = ["r", "", "blue"], []

    def answer():
        shown.append(capsys.readouterr().out)
        return answers.pop()

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", answer)
    assert bare.verb("next", "EXPECT=ask") == 0
    test, *again = shown
    assert "def test_numbers(fizz, number, said):" in test
    assert "“two is said” is red" not in test
    assert test.endswith("\n\nred, green or amber? ")
    assert again == ["red, green or amber? "] * 2
    result = in_a_line(capsys.readouterr().out)
    assert result.startswith("You guessed red, and it is red. Guesses right: 1 of 1. “two is said” is red")


MISTAKES = [
    pytest.param("def say(number:\n", "AMBER", "'(' was never closed", id="no Python"),
    pytest.param(
        "raise ValueError('\\ud800 \\x1b[2J')\n", "AMBER", "ValueError: \\ud800 \\x1b[2J", id="it raises"
    ),
    pytest.param("\n", "RED", "module 'fizz' has no attribute 'say'", id="a missing name"),
    pytest.param(
        None, "AMBER", "Have you deleted it? make back NAME=tables-3 brings back what", id="it is deleted"
    ),
]
OF_OURS = ["conftest.py", "dojo/cli", "dojo/coach", "dojo/runner", "_pytest", "pluggy"]


@pytest.mark.parametrize(("code", "colour", "why"), MISTAKES)
def test_of_a_mistake_the_bar_has_the_right_colour_and_says_what_it_is(
    attempt, said, save, code, colour, why
):
    """And nothing of what runs the tests, which nobody wants to see in a failure of their own."""
    if code is None:
        attempt.module.unlink()
    else:
        save(code)
    shown = said("next", "NAME=tables-3")
    assert f"{colour} tables-3 ·" in shown
    assert why in shown
    assert [name for name in OF_OURS if name in shown] == []
    assert last_light(attempt, RunLight).colour == colour.lower()


@pytest.mark.parametrize("path", ["fizz.py", "."])
def test_what_cannot_be_read_is_amber_and_left_out(play, attempt, path):
    with locked(attempt.folder / path):
        shown = play("NAME=tables-3")
    assert "Permission denied" in shown
    assert f"Not in this light: {path} (cannot be read)\n AMBER  tables-3 · " in shown
    assert len(all_lights(attempt)) == 1


def test_lights_that_may_not_be_written_are_told_in_a_line(play, attempt, save, bare, capsys):
    save(ONE)
    with locked(attempt.folder.parent, 0o555):
        assert bare.verb("next") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch("this run of tables-3 is not recorded: .*Permission denied", line)
    with locked(attempt.folder, 0o555):
        assert f"\n{GREEN}1 green" in play()


def test_it_is_not_wider_than_the_screen_but_for_commands_to_copy(play, attempt, save, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    long = f'    assert fizz.say(1) == "{"1" * 70}"\n'
    (attempt.folder / "test_long.py").write_text(f"import fizz\n\n\ndef test_long():\n{long}")
    save(ONE)
    shown = play("NAME=tables-3").splitlines()
    onward = "Make it green, then make next NAME=tables-3. A hint: make hint NAME=tables-3"
    assert [line for line in shown if len(line) > 60] == [onward]


def test_make_bar_shows_the_moment_to_tidy_up_and_reveals_nothing_however_often(show, attempt, save):
    save(ONE)
    first, again = show("bar"), show("bar")
    assert "Is there anything to tidy up?" in first
    assert "Is there anything to tidy up?" not in again
    assert [one.splitlines()[-1].rstrip() for one in (first, again)] == [f"{GREEN}1 green"] * 2
    assert list_runs(attempt) == [("bar", "green", 0)] * 2
    assert "The next test, 2 of our 4" in show("next")


TIDIED = {
    "other values": (
        "    if number == {}:\n        return '1'\n",
        "3 lines are alike but for their values: “if number == 1:”, “if number == 2:” and 1 more.",
    ),
    "the same": ("    number += 0\n", "3 lines are the same: “number += 0”."),
    "what cannot be seen": ("    '\x1b'.join('1')\n", "3 lines are the same: “'\\x1b'.join('1')”."),
}


@pytest.mark.usefixtures("attempt")
@pytest.mark.parametrize(("line", "said"), TIDIED.values(), ids=TIDIED)
def test_the_moment_to_tidy_up_names_lines_that_are_alike(show, save, line, said):
    lines = "".join(line.format(number) for number in (1, 2, 4))
    save(f"def say(number):\n{lines}    return '1'\n")
    assert said in in_a_line(show("bar"))


ENDED = "“fizz.py” is amber: importing it ended Python itself, with status 3"


@pytest.mark.parametrize("mode", ["", "mine"], ids=["our tests", "MODE=mine"])
def test_what_ends_python_while_it_is_imported_is_the_module_and_not_a_test(bare, said, mode):
    attempt = create(bare.workspace, "a-4", "fizz", mode=mode)
    (attempt.folder / "test_fizz.py").write_text(
        "import fizz\n\n\ndef test_one():\n    assert fizz.say(1) == '1'\n"
    )
    attempt.module.write_text("import os\n\nos._exit(3)\n")
    shown = said("next", "NAME=a-4")
    assert shown.startswith(ENDED)
    assert "AMBER a-4 · 1 did not load" in shown
    assert "your own tests” is amber" not in shown


WHY_NOT_GREEN = [
    pytest.param("def say(number):\n    return 'two'\n", "1 failed", id="failed"),
    pytest.param("", "1 with a name missing", id="a name is missing"),
    pytest.param("def say(number):\n    return 1 / 0\n", "1 crashed", id="crashed"),
    pytest.param("def say(number:\n", "1 did not load", id="did not load"),
]


@pytest.mark.usefixtures("attempt")
@pytest.mark.parametrize(("code", "words"), WHY_NOT_GREEN)
def test_the_bar_says_why_there_is_no_green(play, save, code, words):
    save(code)
    last = play("NAME=tables-3").splitlines()[-1]
    assert last.split(" · ")[1].strip() == words


UNSAVED = "No file has changed since light 1. Is your code saved in kata/attempts/tables-3/fizz.py?"


def test_a_second_next_without_a_save_asks_whether_the_code_is_saved(show, save):
    save("def say(number):\n    pass\n")
    assert UNSAVED not in in_a_line(show("next"))
    assert UNSAVED in in_a_line(show("next"))


def test_a_save_and_a_run_of_another_verb_raise_no_question(show, save):
    save("def say(number):\n    pass\n")
    show("next")
    assert "No file has changed" not in show("bar")
    save("def say(number):\n    return 2\n")
    assert "No file has changed" not in show("bar")


UNREAD = "Nothing imports “main.py”: the tests read kata/attempts/tables-3/fizz.py."


def test_code_in_a_file_that_no_test_reads_is_told_where_it_goes(attempt, show):
    show("next")
    (attempt.folder / "main.py").write_text(ONE)
    assert UNREAD in in_a_line(show("next"))


READ = {
    "the module": {"fizz.py": "def say(number):\n    pass\n"},
    "a file that the module imports": {"main.py": "A = 1\n", "fizz.py": "import main\n"},
    "a file that a test imports": {"main.py": "A = 1\n", "test_more.py": "import main\n"},
    "notes": {"notes.txt": "main.py\n"},
}


@pytest.mark.parametrize("files", READ.values(), ids=READ)
def test_what_is_saved_beside_is_not_said_to_be_unread(attempt, show, files):
    for name, text in files.items():
        (attempt.folder / name).write_text(text)
    show("next")
    first = next(iter(files))
    (attempt.folder / first).write_text(files[first].replace("1", "2"))
    assert "Nothing imports" not in show("next")


GONE = "words.py was there at the last green: make back brings it back."


def test_a_second_file_that_is_gone_is_named_with_the_way_back(attempt, show, save):
    words = attempt.folder / "words.py"
    words.write_text('ONE = "1"\n')
    save("from words import ONE\n\n\ndef say(number):\n    return ONE\n")
    assert GONE not in in_a_line(show("next"))
    (attempt.folder / "test_fizz.py").unlink()
    words.unlink()
    shown = in_a_line(show("next"))
    assert GONE in shown
    assert "test_fizz.py was there" not in shown


SILENT = """\
E   wanted  standard_output = '1'
E   came    standard_output = ''
"""
RUNS_IT = "The test runs python3 fizz.py and gives it lines to read, and it printed nothing."
BELOW = 'Put what reads lines and prints the answers below this line:\n    if __name__ == "__main__":'
PROGRAMS = {
    "no program": ("def say(number):\n    return 1\n", f"{RUNS_IT}\n{BELOW}\n\n"),
    "a program without a print": (
        'if __name__ == "__main__":\n    input()\n',
        f"{RUNS_IT}\nNothing in fizz.py prints: print(…) writes a line.\n\n",
    ),
    "a program that prints nothing": (
        'if __name__ == "__main__":\n    for line in []:\n        print(line)\n',
        f"{RUNS_IT}\n\n",
    ),
}


@pytest.mark.parametrize(("code", "end"), PROGRAMS.values(), ids=PROGRAMS)
def test_a_program_that_is_silent_is_told_that_it_was_run_and_what_with(attempt, save, capsys, code, end):
    save(code)
    result = Result("id", "it prints", "red", "AssertionError", failure=SILENT)
    print_failure(Console(width=100), result, attempt)
    assert capsys.readouterr().out.endswith(f"standard_output = ''\n\n{end}")


EXPLAINED = {
    "the first test alone": ("", ["the bar counts both"]),
    "another one beside it": ("\n\ndef test_mine():\n    assert True\n", []),
}


@pytest.mark.parametrize(("more", "explained"), EXPLAINED.values(), ids=EXPLAINED)
def test_the_bar_is_explained_as_long_as_the_first_test_is_the_only_one(attempt, play, save, more, explained):
    tests = attempt.folder / "test_fizz.py"
    tests.write_text(tests.read_text() + more)
    save(ONE)
    play("NAME=tables-3")
    shown = play("NAME=tables-3")
    assert "The next test, 2 of our 4" in shown
    assert re.findall("the bar counts both", in_a_line(shown)) == explained


CHANGES = {
    "three others fail": ('return "one"', "3 other tests"),
    "two others end Python, and one is not tried": ('__import__("os")._exit(0)', "2 other tests"),
}


@pytest.mark.usefixtures("attempt")
@pytest.mark.parametrize(("change", "others"), CHANGES.values(), ids=CHANGES)
def test_what_was_green_before_a_change_is_said_with_the_way_back(play, save, change, others):
    save(FIZZ)
    for _ in range(3):
        play("NAME=tables-3")
    save(f"def say(number):\n    {change}\n")
    shown = in_a_line(play("NAME=tables-3"))
    assert f"“one is said” was green before your last changes, and {others} broke with it." in shown
    assert "Back to the last green: make back" in shown
    save(NUMBERS)
    assert (
        "“fizz is said” was green before your last changes. Back to the last green: make back"
        in in_a_line(play())
    )


def test_a_new_test_was_never_green_and_nothing_is_said_of_a_change(play, save):
    save(ONE)
    play()
    shown = play("NAME=tables-3")
    assert "“two is said” is red" in shown
    assert "before your change" not in shown


def test_a_test_of_ones_own_that_has_changed_was_not_broken_by_code(play, attempt, save):
    save(ONE)
    play()
    own = attempt.folder / "test_fizz.py"
    own.write_text(own.read_text().replace('"1"', '"one"'))
    shown = play()
    assert " is red: AssertionError" in shown
    assert "before your change" not in shown


OTHER_KATAS = [
    pytest.param("tables-3-rover", "rover", "tennis", "yatzy, fizzbuzz, roman", id="the name of the last"),
    pytest.param("tables-3", "fizzbuzz", "roman", "rover, tennis, yatzy", id="the next by its name"),
    pytest.param("tables-3", "yatzy", "fizzbuzz", "roman, rover, tennis", id="after the last the first"),
]


@pytest.mark.parametrize(("name", "kata", "following", "also"), OTHER_KATAS)
def test_the_end_of_a_kata_says_how_to_begin_another_one(here, name, kata, following, also, capsys):
    story, its_kata = here.workspace.kata(kata)
    attempt = Attempt(here.root / name, story, its_kata)
    print_other_katas(attempt, Console(width=200))
    start = f"make start NAME=tables-3-{following} KATA={following}"
    assert capsys.readouterr().out == f"  Another kata, {following}: {start} (also: {also})\n"
