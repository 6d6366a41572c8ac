"""`make next`: the tests so far, and one more when all are green."""

import pytest
from as_a_user import as_a_user

from coach.conftest import ONE
from dojo.attempt.lights import all_lights, files, record
from dojo.attempt.snapshot import TOO_LARGE

GREEN = " GREEN  tables-3 · "
SAID = "def say(number):\n    return str(number)\n"


@pytest.fixture
def play(small, capsys):
    """Plays `make next` and gives what is shown; it is fine whatever the colour of the bar."""

    def verb(*words):
        capsys.readouterr()
        assert small.verb("next", *words) == 0
        said = capsys.readouterr()
        assert said.err == ""
        return said.out

    return verb


def in_a_line(shown):
    """All that was printed, in one line."""
    return " ".join(shown.split())


def test_typed_it_shows_what_is_red_and_stops(typed):
    assert typed.make("start", "NAME=tables-3").returncode == 0
    made = typed.make("next")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith("attempt tables-3, the one started last\n")
    assert " RED  tables-3 · 1 red" in [line.rstrip() for line in made.stdout.splitlines()]
    assert "The next test" not in made.stdout


@pytest.fixture
def save(attempt):
    """Saves a text as the attempt's module."""
    return attempt.module.write_text


def told(attempt):
    """What each run has told: its verb, its colour, and how many tests of ours were known from then on."""
    return [(light.verb, light.colour, light.told["revealed"]) for light in all_lights(attempt)]


def test_a_change_that_turns_it_green_is_a_moment_to_tidy_up_and_no_more(play, attempt, save):
    play()
    save(ONE)
    shown = play("NAME=tables-3")
    changed, question = "Changed since the start: 5 lines of code.", "Is there anything to tidy up?"
    assert shown.startswith(f"{changed}\n{question} The bar stays green meanwhile.\n")
    assert shown.splitlines()[-1].startswith(f"{GREEN}1 green")
    assert "is said" not in shown
    assert told(attempt) == [("next", "red", 0), ("next", "green", 0)]


def test_the_next_one_then_brings_a_test_that_is_red(play, attempt, save):
    save(ONE)
    play()
    shown = play("NAME=tables-3")
    assert "One more that your code already keeps:\n  “one is said”" in shown
    assert "The next test, 2 of 4: “two is said”" in shown
    assert "> assert fizz.say(number) == said wanted '2' came '1'" in in_a_line(shown)
    assert "tidy up" not in shown
    assert shown.splitlines()[-1].startswith(" RED  tables-3 · 2 green, 1 red")
    assert told(attempt) == [("next", "green", 0), ("next", "red", 2)]


def test_there_is_one_bar_and_it_is_the_last_line(play, save):
    for code in (ONE, ONE, SAID):
        save(code)
        lines = play().splitlines()
        assert [n for n, line in enumerate(lines) if " tables-3 · " in line] == [len(lines) - 1]


def test_a_red_bar_brings_no_test_however_often_one_asks(play, attempt, save):
    save(ONE)
    assert [play() and told(attempt)[-1] for _ in range(4)] == [
        ("next", "green", 0),
        ("next", "red", 2),
        ("next", "red", 2),
        ("next", "red", 2),
    ]


def test_what_is_tidied_up_is_a_light_of_its_own(play, attempt, save):
    save(ONE)
    play()
    save(f"{ONE}\n\nNUMBERS = 'one'\n")
    play()
    assert told(attempt) == [("next", "green", 0), ("next", "green", 0), ("next", "red", 2)]
    assert (
        len(set(map(len, (files(attempt, light)[b"fizz.py"].content for light in all_lights(attempt))))) == 2
    )


def test_it_says_how_many_lines_of_code_and_of_tests_have_changed_since_the_last_green(play, attempt, save):
    save(ONE)
    play()
    play()
    save(SAID)
    (attempt.folder / "test_more.py").write_text("def test_more():\n    pass\n")
    shown = play()
    assert "Changed since the last green: 1 line of code, 2 of tests.\nIs there anything" in shown


def test_what_turns_green_is_asked_about_once(play, save):
    save(ONE)
    assert [("tidy up" in play()) for _ in range(2)] == [True, False]
    save(SAID)
    assert [("tidy up" in play()) for _ in range(2)] == [True, False]


def test_a_test_that_drove_our_code_and_is_green_at_once_is_told_apart(play, save):
    save(SAID)
    play()
    shown = play()
    assert "One more that your code already keeps:\n  “one is said”" in shown
    assert "The next test, 2 of 4: “two is said”" in shown
    assert (
        "number = 2\nsaid = '2'\n\n    def test_numbers(fizz, number, said):\n        assert fizz.say("
        in shown
    )
    assert "We needed code for it, and you had it already: which of your lines makes it so?" in in_a_line(
        shown
    )
    assert shown.splitlines()[-1].startswith(f"{GREEN}3 green")


def test_guards_come_together_and_are_no_news(play, attempt, small):
    attempt.module.write_text(small.path("step_03/fizz.py").read_text())
    record(attempt, verb="next", colour="green", counts={}, revealed=3)
    shown = play("NAME=tables-3")
    assert shown.startswith("One more that your code already keeps:\n  “four is said”")
    assert "The next test" not in shown.partition("\n\n")[0]
    assert shown.splitlines()[-1].startswith(f"{GREEN}5 green")


def test_a_bundle_of_guards_stops_at_the_first_that_is_not_green(play, attempt, save):
    save('def say(number):\n    return {1: "1", 2: "2", 3: "Fizz"}.get(number)\n')
    record(attempt, verb="next", colour="green", counts={}, revealed=3)
    shown = play()
    assert "already keeps" not in shown
    assert "The next test, 4 of 4: “four is said”" in shown
    assert shown.splitlines()[-1].startswith(" RED  tables-3 · 4 green, 1 red")


def test_where_make_back_has_made_it_green_nobody_has_to_tidy_up(play, small, save):
    save(ONE)
    play()
    save("")
    play()
    assert small.verb("back", "TO=1") == 0
    assert "The next test, 2 of 4" in play()


def test_what_is_printed_is_shown_beside_a_failure_and_not_beside_green(play, attempt):
    attempt.module.write_text("def say(number):\n    print('asked for', number)\n    return '1'\n")
    assert "asked for" not in play()
    assert "It printed:\nasked for 2\n" in play()


def test_what_a_participant_writes_is_no_markup(play, attempt):
    attempt.module.write_text("def say(number):\n    print('[b]:smile:[/b]')\n    return '[b]:smile:[/b]'\n")
    shown = play()
    assert "It printed:\n[b]:smile:[/b]\n" in shown
    assert "is red: AssertionError: assert '[b]:smile:[/b]' == '1'" in in_a_line(shown)


def test_of_much_that_is_printed_the_first_twelve_lines_are_shown(play, attempt):
    attempt.module.write_text("def say(number):\n    print(*range(15), sep='\\n')\n    return '0'\n")
    lines = play().splitlines()
    place = lines.index("It printed:")
    assert lines[place + 1 : place + 14] == [*map(str, range(12)), "… and 3 more lines"]


def test_after_the_last_test_it_says_so_and_where_to_go_on(small, play, attempt):
    attempt.module.write_text(small.path("step_03/fizz.py").read_text())
    record(attempt, verb="next", colour="green", counts={}, revealed=4)
    shown = play("NAME=tables-3")
    assert "That was the last test of fizz: all 4 are green." in shown
    assert "What your own tests catch: make judge NAME=tables-3\n" in shown
    assert "Another kata" not in shown
    assert "Another design, Divisible: make step-4 story\n" in shown
    assert shown.splitlines()[-1].startswith(f"{GREEN}5 green")


EXPECTED = [
    pytest.param("red", "red of the tests so far: so it is. 1 of 1 predictions held.", True, id="it holds"),
    pytest.param(
        "green", "green of the tests so far: it is red. 0 of 1 predictions held.", False, id="it does not"
    ),
]


@pytest.mark.parametrize(("colour", "told", "held"), EXPECTED)
def test_a_prediction_holds_or_not(play, attempt, colour, told, held):
    assert told in in_a_line(play(f"EXPECT={colour}"))
    light = all_lights(attempt)[-1]
    assert (light.told["expected"], light.told["held"]) == (colour, held)


def test_the_score_of_the_predictions_is_kept(play, attempt):
    play("EXPECT=red")
    attempt.module.write_text("def say(number):\n    return number.text\n")
    assert "1 of 2 predictions held." in in_a_line(play("EXPECT=red"))


def test_what_the_last_run_has_shown_is_not_foreseen(play, attempt):
    play("EXPECT=red")
    said_again = in_a_line(play("EXPECT=red"))
    assert "so it is. Not counted: nothing has changed since the last run." in said_again
    assert "held" not in all_lights(attempt)[-1].told


def test_a_new_test_is_foreseen_before_it_is_shown_and_it_is_shown_once(play, attempt, save):
    save(ONE)
    play()
    shown = in_a_line(play("EXPECT=green"))
    guess, failure = "You expected green of the new test: it is red.", "“two is said” is red"
    assert 0 < shown.index(guess) < shown.index(failure) < shown.index("def test_numbers(")
    assert shown.count("def test_numbers(") == 1
    assert all_lights(attempt)[-1].told["held"] is False


def test_a_new_test_is_foreseen_also_where_nothing_has_changed(play, save):
    save(ONE)
    play("EXPECT=green")
    assert "so it is. 2 of 2 predictions held." in in_a_line(play("EXPECT=red"))


def test_without_a_terminal_nobody_can_be_asked(small, attempt, capsys):
    assert small.verb("next", "EXPECT=ask") == 2
    asked = "EXPECT=ask asks at a terminal: EXPECT=red, green or amber says it at once\n"
    assert capsys.readouterr().err == asked
    assert all_lights(attempt) == []


@pytest.mark.usefixtures("attempt")
def test_a_colour_may_be_written_in_capitals(play):
    assert "1 of 1 predictions held." in in_a_line(play("EXPECT=RED"))


@pytest.mark.usefixtures("attempt")
def test_a_prediction_of_another_colour_is_a_mistake(small, capsys):
    assert small.verb("next", "EXPECT=blue") == 2
    assert capsys.readouterr().err == "EXPECT is red, green or amber, or ask, not blue\n"


@pytest.mark.usefixtures("attempt")
@pytest.mark.parametrize("name", ["PY_COLORS", "FORCE_COLOR"])
def test_a_failure_has_no_colours_of_pytests(play, monkeypatch, name):
    monkeypatch.setenv(name, "1")
    monkeypatch.setenv("NO_COLOR" if name == "PY_COLORS" else "TERM", "dumb")
    assert "assert fizz.say(1) ==" in play()


def test_what_is_left_out_of_the_light_is_said(small, play, attempt, capsys):
    (attempt.folder / "film.bin").write_bytes(b"x" * (TOO_LARGE + 1))
    said = "Not in this light: film.bin (larger than a megabyte)\n"
    assert said in play()
    assert small.verb("hint", "NAME=tables-3") == 0
    assert said in capsys.readouterr().out


def test_what_is_left_out_and_has_changed_is_another_run_to_foresee(play, attempt):
    film = attempt.folder / "film.bin"
    film.write_bytes(b"x" * (TOO_LARGE + 1))
    play("EXPECT=red")
    assert "Not counted" in play("EXPECT=red")
    film.write_bytes(b"x" * (TOO_LARGE + 2))
    assert "2 of 2 predictions held." in play("EXPECT=red")


def test_a_module_that_cannot_be_read_is_amber_and_left_out(play, attempt):
    attempt.module.chmod(0)
    with as_a_user():
        shown = play()
    assert " AMBER  tables-3 · " in shown
    assert "Permission denied" in shown
    assert "Not in this light: fizz.py (cannot be read)" in shown
    assert len(all_lights(attempt)) == 1


def test_a_folder_that_cannot_be_read_is_amber_and_left_out(play, attempt):
    attempt.folder.chmod(0)
    try:
        with as_a_user():
            shown = play("NAME=tables-3")
    finally:
        attempt.folder.chmod(0o755)
    assert " AMBER  tables-3 · " in shown
    assert "is amber: the attempt tables-3 cannot be read: Permission denied" in shown
    assert "Traceback" not in shown
    assert "Not in this light: . (a folder that cannot be read)" in shown
    assert len(all_lights(attempt)) == 1


def test_a_folder_that_may_not_be_written_is_no_trouble(play, attempt):
    attempt.module.write_text(ONE)
    attempt.folder.chmod(0o555)
    try:
        with as_a_user():
            assert f"\n{GREEN}1 green" in play()
    finally:
        attempt.folder.chmod(0o755)


def test_lights_that_may_not_be_written_are_told_in_a_line(small, attempt, capsys):
    folder = attempt.folder.parent
    folder.chmod(0o555)
    try:
        with as_a_user():
            assert small.verb("next") == 1
    finally:
        folder.chmod(0o755)
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("this run of tables-3 is not recorded: ")
    assert line.endswith("Permission denied")


def test_lights_that_the_code_deletes_are_missed(small, attempt, capsys):
    record(attempt, verb="next", colour="red", counts={"red": 1}, revealed=1)
    lights = attempt.folder.parent / ".lights"
    attempt.module.write_text(f"import shutil\n\nshutil.rmtree({str(lights)!r}, ignore_errors=True)\n{ONE}")
    assert small.verb("next") == 1
    assert capsys.readouterr().err == (
        "the lights of tables-3 are gone, 1 in all: did its code delete .lights? This run is light 1\n"
    )
    (light,) = all_lights(attempt)
    assert (light.colour, light.told["revealed"]) == ("green", 1)


def test_a_light_that_cannot_be_kept_is_told_in_a_line(small, attempt, capsys):
    attempt.folder.with_name(".lights").write_text("no folder")
    assert small.verb("next") == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("this run of tables-3 is not recorded: ")


def test_it_is_not_wider_than_the_screen(play, attempt, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    long = f'    assert fizz.say(1) == "{"1" * 70}"\n'
    (attempt.folder / "test_long.py").write_text(f"import fizz\n\n\ndef test_long():\n{long}")
    attempt.module.write_text(ONE)
    assert max(map(len, play().splitlines())) == 60


def test_with_the_last_tests_it_says_that_they_are_the_last(small, play, attempt):
    attempt.module.write_text(small.path("step_03/fizz.py").read_text())
    record(attempt, verb="next", colour="green", counts={}, revealed=3)
    assert "That was the last test of fizz: all 4 are green." in play()
