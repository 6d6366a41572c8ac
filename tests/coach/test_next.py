"""`make next`: the tests so far, and one more when all are green."""

import pytest
from as_a_user import as_a_user

from coach.conftest import ONE
from dojo.attempt.lights import all_lights, record
from dojo.attempt.snapshot import TOO_LARGE

GREEN = " GREEN  tables-3 · "


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


def test_it_says_that_a_test_is_green_already(play, attempt):
    attempt.module.write_text(ONE)
    shown = play("NAME=tables-3")
    assert shown.startswith(f"{GREEN}1 green")
    assert "The next test, 1 of 4: “one is said” already green: keep it, or ask whether" in in_a_line(shown)
    assert "two is said" not in shown


def test_it_reveals_the_next_test_and_shows_it_red(play, attempt):
    attempt.module.write_text(ONE)
    play()
    shown = play("NAME=tables-3")
    assert shown.startswith(f"{GREEN}2 green")
    assert "The next test, 2 of 4: “two is said”" in shown
    assert "> assert fizz.say(number) == said" in in_a_line(shown)
    assert "E AssertionError: assert '1' == '2'" in in_a_line(shown)
    lights = [(light.colour, light.counts["red"], light.told["revealed"]) for light in all_lights(attempt)]
    assert lights == [("green", 0, 0), ("green", 0, 1), ("green", 0, 1), ("red", 1, 2)]


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
    assert lines[place + 1 : place + 14] == [*map(str, range(12)), "… and 3 lines more"]


def test_after_the_last_test_it_says_so(small, play, attempt):
    attempt.module.write_text(small.path("step_03/fizz.py").read_text())
    record(attempt, verb="next", colour="green", counts={}, revealed=3)
    assert "The next test, 4 of 4" in play()
    assert "That was the last test of fizz. All 4 are green." in play()


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


@pytest.mark.usefixtures("attempt")
def test_a_colour_may_be_written_in_capitals(play):
    assert "1 of 1 predictions held." in in_a_line(play("EXPECT=RED"))


@pytest.mark.usefixtures("attempt")
def test_a_prediction_of_another_colour_is_a_mistake(small, capsys):
    assert small.verb("next", "EXPECT=blue") == 2
    assert capsys.readouterr().err == "EXPECT is red, green or amber, not blue\n"


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
            assert play().startswith(f"attempt tables-3, the one started last\n{GREEN}1 green")
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
    assert (light.colour, light.told) == ("green", {"revealed": 1})


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
