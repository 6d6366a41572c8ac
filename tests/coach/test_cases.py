"""An attempt in any language (CMD=), led by the five cases of a kata: here in Python, which is everywhere."""

import shlex
import shutil
import sys

import pytest
from helpers import all_runs, last_light

from coach.conftest import in_a_line, list_runs, ran
from dojo.attempt.attempt import find
from dojo.attempt.create import create
from dojo.attempt.light import HintLight, RunLight
from dojo.coach.exercise import result_of_case
from dojo.model.outcome import Colour, Reason
from dojo.runner.programs.command import ProgramOutcome
from dojo.story.katas import Case
from dojo.story.tests import Mark, SuiteTest

COMMAND = f"{shlex.quote(sys.executable)} said.py"
CASES = {
    "01-one-is-said": ("1\n", "1\n"),
    "02-two-is-said": ("2\n", "2\n"),
    "03-fizz-is-said": ("3\n", "Fizz\n"),
    "04-four-is-said": ("4\n", "4\n"),
    "05-each-line-is-said": ("5\n6\n", "5\nFizz\n"),
}
ECHO = "import sys\n\nprint(sys.stdin.read(), end='')\n"
"""Green for the first two cases."""
THREE = "import sys\n\nprint(sys.stdin.read().replace('3', 'Fizz'), end='')\n"
"""Green for all but the last."""
RIGHT = "import sys\n\nfor line in sys.stdin:\n    print('Fizz' if int(line) % 3 == 0 else int(line))\n"


@pytest.fixture
def small(bare, monkeypatch):
    """A workspace whose kata has the cases, and a screen of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    bare.path("kata/cases").mkdir()
    for name, (given, expected) in CASES.items():
        bare.path(f"kata/cases/{name}.in").write_text(given)
        bare.path(f"kata/cases/{name}.out").write_text(expected)
    return bare


@pytest.fixture
def attempt(small, show):
    """An attempt that is started with an empty folder: its program is saved by the test."""
    show("start", "NAME=tables-3", f"CMD={COMMAND}")
    return find(small.workspace, "tables-3")


@pytest.fixture
def save(attempt):
    """Saves a program."""
    return (attempt.folder / "said.py").write_text


@pytest.fixture
def start(small, said):
    """Starts an attempt that has a starter with this text, and gives what that shows."""

    def started(text, build=""):
        file = small.path("kata/starters/python/said.py")
        file.parent.mkdir(parents=True)
        file.write_text(text)
        with small.path("kata/README.md").open("a") as statement:
            statement.write(f"| Python | [`said.py`](starters/python/said.py) | {build} | `{COMMAND}` |\n")
        return said("start", "NAME=tables-3", f"CMD={COMMAND}"), find(small.workspace, "tables-3")

    return started


def test_it_has_the_starter_and_shows_the_first_case_that_does_not_pass(start):
    shown, attempt = start(ECHO)
    assert shown == (
        "This is yours: kata/attempts/tables-3/ with said.py."
        " “03 fizz is said” is red: prints something else - expected, + printed: - Fizz + 3 fed: 3"
        " It passes 2 of 5 cases. Make this one green. Go on with"
        " make next NAME=tables-3 shows the bar, and when it is green, what comes next"
        " make watch NAME=tables-3 shows the bar at every save RED tables-3 · 2 green, 1 failed"
    )
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", "said.py"]
    (light,) = all_runs(attempt)
    assert (light.verb, light.colour, light.counts) == ("start", "red", {"green": 2, "red": 1, "amber": 0})
    assert (light.test, light.revealed, light.own) == ("cases[03 fizz is said]", 3, {})


def test_if_all_cases_pass_it_says_what_makes_it_or_what_to_put_there(start, said):
    shown, attempt = start(RIGHT, build="`true`")
    assert "It runs this first, after every change: true" in shown
    assert "It passes 5 of 5 cases. Go on with" in shown
    assert shown.endswith("GREEN tables-3 · 5 green")
    assert attempt.setting("build") == "true"
    shown = said("start", "NAME=empty", "CMD=sh x.sh", "BUILD=make -s", "LIMIT=20")
    assert "kata/attempts/empty/ and empty: put the program there that" in shown
    assert "It runs this first, after every change: make -s" in shown
    assert shown.endswith("AMBER empty · 1 not tried")
    assert "\nlimit = 20\n" in attempt.folder.with_name("empty").joinpath(".started").read_text()


def test_a_mistake_is_answered_in_a_line_and_makes_nothing(small, refuse):
    small.add_kata("buzz")
    assert refuse("start", "NAME=x", "CMD=cat", "BUILD=a\nb").startswith("BUILD is one line")
    none = "there are no cases for buzz: they lie in a folder cases/ beside its README.md"
    assert refuse("start", "NAME=x", "CMD=cat", "KATA=buzz").startswith(none)
    assert list(small.root.glob("*/attempts/*")) == []


def test_at_green_it_stops_and_asks_and_then_it_shows_the_first_case_that_fails(show, said, save):
    save(ECHO)
    shown_in_a_line = said("next")
    assert "Changed since the start: 3 lines of code. Is there anything to tidy up?" in shown_in_a_line
    assert shown_in_a_line.endswith(" GREEN tables-3 · 1 green")
    shown = show("next", "EXPECT=red")
    shown_in_a_line = in_a_line(shown)
    assert "1 more test passes already: “02 two is said”" in shown_in_a_line
    assert "The next test, 3 of our 5 You guessed" in shown_in_a_line
    assert "You guessed red, and it is red. Guesses right: 1 of 1." in shown_in_a_line
    assert "“03 fizz is said” is red: prints something else\n\n- expected, + printed:\n" in shown
    assert "\n- Fizz\n+ 3\n\nfed:\n  3\n" in shown
    assert shown_in_a_line.endswith(" RED tables-3 · 2 green, 1 failed")


def test_while_a_case_fails_no_other_runs_and_then_one_that_broke_is_in_hand(attempt, said, save):
    log = attempt.folder.parent / "fed.log"
    note = f"open({str(log)!r}, 'a').write(text)"
    save(f"import sys\n\ntext = sys.stdin.read()\n{note}\nprint(text, end='')\n")
    ran(attempt)
    ran(attempt, "red", 3, test="cases[03 fizz is said]", of=5)
    assert said("next").endswith("RED tables-3 · 1 of 3 ran: 1 failed, 2 not run again")
    assert log.read_text().split() == ["3"]
    save("print('Fizz')\n")
    shown = said("next")
    assert "“01 one is said” is red: prints something else" in shown
    assert shown.endswith("RED tables-3 · 1 of 3 ran: 1 failed, 2 not run again")
    assert last_light(attempt, RunLight).test == "cases[01 one is said]"
    save(THREE)
    assert said("next").endswith("GREEN tables-3 · 3 green")


FAILS = "printf 'a.c:1: error: no ;\\n int x\\n' >&2; exit 1"
NOT_STARTED = {
    "no such program": ({"command": "./x"}, "there is no ./x in kata/attempts/other: put it there"),
    "it hangs": ({"command": "sleep 600", "limit": "0.2"}, "hangs: not done after 0.2 seconds"),
    "it cannot be made": (
        {"command": "cat", "build": FAILS},
        f"{FAILS}: failed: a.c:1: error: no ; a.c:1: error: no ; int x",
    ),
}


@pytest.mark.parametrize(("settings", "why"), NOT_STARTED.values(), ids=NOT_STARTED)
def test_a_program_that_does_not_start_or_end_is_amber_and_says_what_to_do(small, said, settings, why):
    create(small.workspace, "other", "fizz", **settings)
    shown = said("next", "NAME=other")
    assert f"“01 one is said” is amber: {why}" in shown
    assert shown.endswith("AMBER other · no test yet")
    assert ("fed:" in shown) == ("hangs" in why)


def test_a_program_that_starts_in_the_end_gets_the_first_case(small, said):
    loop = "while read n; do [ $((n % 3)) = 0 ] && echo Fizz || echo $n; done\n"
    for name, text in (("other", "cat\n"), ("whole", loop)):
        attempt = create(small.workspace, name, "fizz", command="sh x.sh")
        assert said("next", f"NAME={name}").endswith(f"AMBER {name} · no test yet")
        (attempt.folder / "x.sh").write_text(text)
        shown = said("next", f"NAME={name}")
        assert shown.endswith("RED other · 2 green, 1 failed" if text == "cat\n" else "GREEN whole · 5 green")
    assert "tidy up" not in shown
    assert "judge" not in shown
    assert "That was the last of our tests of fizz: all 5 are green." in shown


def test_a_main_that_nothing_calls_is_said(show, save):
    missing = "main() is there, and nothing calls it. The last line is missing:\n    if __name__ == "
    save("def main():\n    print(1)\n")
    assert missing in show("next")
    save('def main():\n    pass\n\n\nif __name__ == "__main__":\n    main()\n')
    assert missing not in show("next")


FROM = "of our 5 cases are green, from the first one on."
WHERE = {
    "1 / 0": f"0 {FROM} Next case: “01 one is said” crashed: status 1, ZeroDivisionError: division by zero",
    THREE: f"4 {FROM} Next case: “05 each line is said”",
    RIGHT: f"5 {FROM} Nothing is left to write.",
}


def test_where_tells_how_many_cases_pass_and_has_a_line_for_each_attempt(small, said, show, save):
    for text, where in WHERE.items():
        save(text)
        assert said("where", "NAME=tables-3") == where
    save(ECHO)
    create(small.workspace, "tables-4", "fizz")
    create(small.workspace, "tables-5", "fizz", command="rubyy x.rb")
    assert [line.rstrip() for line in show("where", "NAME=all").splitlines()] == [
        "tables-3  fizz  cases   2 of 5  next: “03 fizz is said”",
        "tables-4  fizz  step 0  0 of 4  next: “one is said”",
        "tables-5  fizz  cases   0 of 5  there is no command rubyy: is it installed?",
    ]


def test_a_hint_names_the_files_of_the_case_in_hand_and_judge_takes_python(attempt, show, save, refuse):
    save(ECHO)
    ran(attempt, "red", 3)
    assert show("hint", "NAME=tables-3").splitlines() == [
        "“03 fizz is said”, hint 1 of 1",
        "The input: kata/cases/03-fizz-is-said.in",
        "The output: kata/cases/03-fizz-is-said.out",
        "The rules: kata/README.md",
        f"By hand, in kata/attempts/tables-3: {COMMAND} < ../../cases/03-fizz-is-said.in",
    ]
    light = last_light(attempt, HintLight)
    assert (light.verb, light.test, light.hints) == ("hint", "cases[03 fizz is said]", 1)
    shown_in_a_line = "tables-3 is a program, and the judge takes tests in Python: name them with TESTS="
    assert refuse("judge", "NAME=tables-3") == shown_in_a_line


def test_it_goes_back_with_its_tests_and_remains_a_program_where_its_folder_was_lost(
    attempt, show, refuse, save
):
    save(ECHO)
    for _ in range(2):
        show("next")
    shutil.rmtree(attempt.folder)
    again = "make start NAME=tables-3, then make back NAME=tables-3"
    assert refuse("next", "NAME=tables-3").endswith(again)
    show("start", "NAME=tables-3")
    assert list_runs(attempt)[-2:] == [("next", "red", 3), ("start", "red", 3)]
    show("back", "NAME=tables-3")
    assert sorted(file.name for file in attempt.folder.iterdir()) == [".started", "said.py"]
    assert (attempt.program, (attempt.folder / "said.py").read_text()) == (COMMAND, ECHO)


def test_a_program_that_has_to_be_made_is_made_before_it_is_run_or_accepted(small, show, refuse, capsys):
    build = "sed s/three/Fizz/ said.txt > said.py"
    attempt = create(small.workspace, "made", "fizz", command="cat said.py", build=build)
    ran(attempt, "red", 1, "start")
    assert refuse("accept", "NAME=made", status=1).startswith(f"{build}: crashed: status ")
    for text, printed in (("one\n", "one"), ("three\n", "Fizz")):
        (attempt.folder / "said.txt").write_text(text)
        assert f"\n+ {printed}\n" in show("next", "NAME=made")
    (attempt.folder / "said.txt").write_text("1\n")
    assert small.verb("accept", "NAME=made") == 1
    assert (attempt.folder / "said.py").read_text() == "1\n"
    create(small.workspace, "slow", "fizz", command="sleep 600", limit="0.2")
    assert small.verb("accept", "NAME=slow") == 1
    assert "hangs: not done after 0.2 seconds" in in_a_line(capsys.readouterr().out)


REASONS = {
    "it printed something else": (ProgramOutcome(Colour.RED, "prints 7"), Reason.ASSERTED),
    "it broke": (ProgramOutcome(Colour.AMBER, "crashed: status 1"), Reason.CRASHED),
    "it was stopped": (ProgramOutcome(Colour.AMBER, "hangs", hangs=True), Reason.TIMED_OUT),
}


@pytest.mark.parametrize(("outcome", "reason"), REASONS.values(), ids=REASONS)
def test_why_a_program_does_not_pass_a_case_is_recorded(small, outcome, reason):
    test = SuiteTest("cases[01-one-is-said]", "01 one is said", Mark("drives"), 1)
    result = result_of_case(test, Case(small.path("kata/cases/01-one-is-said.in")), outcome)
    assert result.reason == reason
