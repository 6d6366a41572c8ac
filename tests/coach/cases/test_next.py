"""`make next` and its like on a program: one case at a time, and the one in hand before the others."""

import pytest

from coach.cases.conftest import ECHO, RIGHT, THREE
from dojo.attempt.lights import all_lights


@pytest.fixture
def fed(small, save):
    """Saves a program that notes what it is fed; gives a list of that since the last time."""
    log = small.root / "fed.log"

    def saved(text):
        note = f"open({str(log)!r}, 'a').write(text)"
        save(f"import sys\n\ntext = sys.stdin.read()\n{note}\n{text}")

    def since():
        lines = log.read_text().split() if log.exists() else []
        log.unlink(missing_ok=True)
        return lines

    return saved, since


def in_a_line(shown):
    return " ".join(shown.split())


def test_when_a_program_has_turned_green_it_stops_and_asks(said, save):
    save(ECHO)
    shown = said("next")
    assert "Changed since the start: 3 lines of code." in shown
    assert "Is there anything to tidy up?" in shown
    assert shown.splitlines()[-1].rstrip() == " GREEN  tables-3 · 1 green"


def test_then_it_shows_what_passes_already_and_the_first_case_that_does_not(said, save):
    save(ECHO)
    said("next")
    shown = said("next")
    assert "One more that your code already keeps: “02 two is said”" in in_a_line(shown)
    assert "The next test, 3 of 5: “03 fizz is said”" in shown
    assert "“03 fizz is said” is red: prints something else\n\n- expected, + printed:\n" in shown
    assert "\n- Fizz\n+ 3\n\nfed:\n  3\n" in shown
    assert shown.splitlines()[-1].rstrip() == " RED  tables-3 · 2 green, 1 red"


def test_a_case_can_be_foreseen(said, save):
    save(ECHO)
    said("next")
    shown = said("next", "EXPECT=red")
    assert "You expected red of the new test: so it is. 1 of 1 predictions held." in " ".join(shown.split())


def test_while_the_case_in_hand_fails_no_other_is_run(said, fed):
    save, since = fed
    save("print(text, end='')\n")
    said("next")
    said("next")
    since()
    assert said("next").splitlines()[-1].rstrip() == " RED  tables-3 · 1 red"
    assert since() == ["3"]


def test_when_it_passes_those_before_it_are_run_again(said, save):
    save(ECHO)
    said("next")
    said("next")
    save("print('Fizz')\n")
    shown = said("next")
    assert "“01 one is said” is red: prints something else" in shown
    assert shown.splitlines()[-1].rstrip() == " RED  tables-3 · 1 red"


def test_a_case_that_broke_is_the_one_in_hand_from_then_on(attempt, said, save):
    save(ECHO)
    said("next")
    said("next")
    save("print('Fizz')\n")
    said("next")
    assert all_lights(attempt)[-1].test == "cases[01 one is said]"
    save(THREE)
    assert said("next").splitlines()[-1].rstrip() == " GREEN  tables-3 · 3 green"


def test_make_bar_reveals_nothing(said, save):
    save(ECHO)
    for _ in range(2):
        assert said("bar").splitlines()[-1].rstrip() == " GREEN  tables-3 · 1 green"


def test_the_last_case_is_said_to_be_the_last(said, save):
    save(RIGHT)
    said("next")
    assert said("next").splitlines()[-1].rstrip() == " GREEN  tables-3 · 5 green"
    shown = in_a_line(said("next"))
    assert "That was the last test of fizz: all 5 are green." in shown
    assert "judge" not in shown


AMBER = [
    pytest.param("1 / 0\n", "crashed: status 1, ZeroDivisionError: division by zero", id="an error"),
    pytest.param("import os\nos.kill(os.getpid(), 9)\n", "crashed: Killed", id="killed"),
    pytest.param("while True:\n    print('x' * 999)\n", "prints too much", id="no end of output"),
    pytest.param("import sys\nsys.exit(3)\n", "crashed: status 3", id="a status"),
]


@pytest.mark.parametrize(("text", "why"), AMBER)
def test_a_program_that_breaks_is_amber_with_the_reason_in_a_line(said, save, text, why):
    save(text)
    shown = said("next")
    assert f"“01 one is said” is amber: {why}" in in_a_line(shown)
    assert shown.splitlines()[-1].rstrip() == " AMBER  tables-3 · 1 amber"


def test_one_that_hangs_is_stopped_after_the_seconds_that_it_may_take(said):
    said("start", "NAME=slow", "CMD=sleep 600", "LIMIT=0.2")
    assert "is amber: hangs: not done after 0.2 seconds" in in_a_line(said("next", "NAME=slow"))


NOT_STARTED = [
    pytest.param("rubyy x.rb", "there is no command rubyy: is it installed?", id="no such command"),
    pytest.param(
        "./scores", "there is no ./scores in kata/attempts/other: put it there", id="no such program"
    ),
]


@pytest.mark.parametrize(("command", "why"), NOT_STARTED)
def test_a_program_that_does_not_start_is_amber_and_says_what_to_do(said, command, why):
    said("start", "NAME=other", f"CMD={command}")
    shown = said("next", "NAME=other")
    assert f"“01 one is said” is amber: {why}" in in_a_line(shown)
    assert "fed:" not in shown


def test_a_limit_that_somebody_has_spoiled_is_told_in_a_line(attempt, said):
    started = attempt.folder / ".started"
    started.write_text(f"{started.read_text()}limit = soon\n")
    assert "is amber: LIMIT is the seconds for a case" in in_a_line(said("next"))


def test_where_the_lights_are_lost_a_program_that_does_not_start_is_amber_all_the_same(said, attempt):
    (attempt.folder.parent / ".lights").rename(attempt.folder.parent / ".lost")
    shown = said("next")
    assert "is amber: there is no said.py" in in_a_line(shown)
    assert " AMBER  tables-3 · " in shown


def test_of_one_that_breaks_what_it_says_stands_first(said, save):
    save("import sys\nsys.exit('what is Fizz?')\n")
    shown = said("next")
    assert "status 1, what is Fizz?\n\non standard error:\n  what is Fizz?\n\nfed:\n  1\n" in shown


def test_what_a_program_prints_is_no_markup(said, save):
    save("print('[b]:smile:[/b]')\n")
    assert "\n+ [b]:smile:[/b]\n" in said("next")


MADE = "BUILD=sed s/three/Fizz/ said.txt > said.py"


def test_a_program_that_has_to_be_made_is_made_before_it_is_run(small, said):
    said("start", "NAME=made", "CMD=cat said.py", MADE)
    source = small.root / "kata" / "attempts" / "made" / "said.txt"
    source.write_text("one\n")
    assert "\n+ one\n" in said("next", "NAME=made")
    source.write_text("three\n")
    assert "\n+ Fizz\n" in said("next", "NAME=made")


def test_one_that_cannot_be_made_is_amber_with_what_was_said_of_it(said):
    said("start", "NAME=made", "CMD=cat", "BUILD=printf 'a.c:1: error: no ;\\n  int x\\n' >&2; exit 1")
    shown = said("next", "NAME=made")
    assert "“01 one is said” is amber: printf" in in_a_line(shown)
    assert "failed: a.c:1: error: no ;" in in_a_line(shown)
    assert "\n  a.c:1: error: no ;\n    int x\n" in shown


def test_accept_makes_it_too(small, said):
    said("start", "NAME=made", "CMD=cat said.py", MADE)
    (small.root / "kata" / "attempts" / "made" / "said.txt").write_text("1\n")
    assert small.verb("accept", "NAME=made") == 1
    (small.root / "kata" / "attempts" / "made" / "said.py").read_text()


def test_accept_says_in_a_line_what_could_not_be_made(small, capsys):
    assert small.verb("start", "NAME=made", "CMD=cat", "BUILD=false") == 0
    capsys.readouterr()
    assert small.verb("accept", "NAME=made") == 1
    assert capsys.readouterr().err == "false: crashed: status 1\n"
