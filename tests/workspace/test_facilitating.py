"""FACILITATING.md: its minutes add up, and every command in it does what a room would see."""

import re
import shlex

import pytest
from conftest import ROOT, Watching, copied

from dojo.suite import with_suite
from dojo.teaching import taught

PAGE = (ROOT / "katas" / "holdem" / "FACILITATING.md").read_text(encoding="utf-8")
WATCHED = "make watch"
CARD = "def card(text):\n    return 6\n"


def commands(text):
    """Every command on the page, in the order in which it stands there first."""
    found = re.findall(r"`(make [^`]+)`|^(make .+)$", text, re.MULTILINE)
    return list(dict.fromkeys(inline or block for inline, block in found))


def plan(minutes):
    """The rows of the table of one plan: from, to, and the commands."""
    part = PAGE.partition(f"## The plan for {minutes} minutes")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (\d+)–(\d+) \|.*?\|(.*)\|$", part, re.MULTILINE)
    return [(int(start), int(end), commands(told)) for start, end, told in rows]


PLANS = [60, 90, 120]


@pytest.mark.parametrize("minutes", PLANS)
def test_the_minutes_of_a_plan_add_up(minutes):
    starts, ends, _ = zip(*plan(minutes), strict=True)
    assert starts[0] == 0
    assert ends == (*starts[1:], minutes)
    assert sum(end - start for start, end, _ in plan(minutes)) == minutes


def test_the_plan_for_90_minutes_tells_of_each_part():
    told = re.findall(r"^\*\*(\d+)–(\d+)\.\*\*", PAGE, re.MULTILINE)
    parts = [(str(start), str(end)) for start, end, _ in plan(90)]
    assert told == [part for part in parts if part != ("85", "90")]


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """A copy of the workspace in which one pair has come as far as its second test."""
    room = copied(tmp_path_factory.mktemp("room"))
    assert room.make("start", "NAME=tables-3").returncode == 0
    (room.root / "katas" / "holdem" / "attempts" / "tables-3" / "poker.py").write_text(CARD)
    assert room.make("next").returncode == 0
    return room


STARTS = ("make start ", WATCHED)
RED = {'make accept CMD="python3 scores.py" IN=katas/holdem/starters/python': "2 of 51 cases pass"}
"""What ends with a bar that is not green, as it has to."""
SAYS = {
    "make step-1 red": "1 test, red on step 0, as it should be",
    "make step-1 diff": "+    return 6",
    "make step-1 test": "step 1: 1 green",
    "make step-2 red": "1 test, red on step 1, as it should be",
    "make next": "The next test, ",
    "make next EXPECT=red": "You expected red of the tests so far: ",
    "make hint": "hint 1 of 3",
    "make back TO=2": "light 2",
    "make back": "light ",
    "make where": "tables-3 behaves like step 1, Fake it.",
    "make where NAME=all": "tables-3  holdem  step 1",
    "make lights": "longest time in red: ",
    "make lights PAGE=1": "katas/holdem/attempts/tables-3-lights.html",
}
"""What the page promises of a command."""
SLOW = ("make progress", "make board")
"""They are run, and what they show is looked at, in test_progress.py and test_board.py."""
ALONE = [
    command
    for command in commands(PAGE)
    if not command.startswith(STARTS) and command not in ("make accept", *SLOW)
]


@pytest.mark.parametrize("command", ALONE)
def test_a_command_does_what_the_page_says(room, command):
    made = room.make(*shlex.split(command)[1:])
    assert made.returncode == (2 if command in RED else 0), made.stderr
    assert RED.get(command, SAYS.get(command, "")) in made.stdout


def test_what_is_promised_of_a_command_is_on_the_page():
    assert [command for command in (*SAYS, *RED, *SLOW, WATCHED) if command not in commands(PAGE)] == []


def test_the_plan_for_90_minutes_can_be_led_from_its_first_command_to_its_last(workspace):
    """In order, with a pair that writes its first lines as soon as it has started."""
    for command in [command for _, _, part in plan(90) for command in part]:
        if command == WATCHED:
            watching = Watching(workspace, "watch")
            assert " RED · " in watching.until("· light ")
            watching.stop()
            continue
        made = workspace.make(*shlex.split(command)[1:])
        assert (made.returncode, made.stderr) == (0, ""), command
        if command == "make start NAME=tables-3":
            assert "katas/holdem/attempts/tables-3/" in made.stdout
            (workspace.root / "katas" / "holdem" / "attempts" / "tables-3" / "poker.py").write_text(CARD)
        if command == "make next":  # once more, for the first test was green at once
            assert "already green" in made.stdout
            assert "“a six beats a five” is red" in workspace.make("next").stdout


def test_every_number_of_languages_and_cases_is_so():
    assert len(list(ROOT.glob("katas/holdem/starters/*"))) == 8
    assert "eight languages" in " ".join(PAGE.split())
    of_holdem = with_suite(lambda suite: len(taught("holdem", suite.tests)))
    assert f"counts the tests of hold'em, {of_holdem} of them" in " ".join(PAGE.split())
