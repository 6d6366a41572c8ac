"""Every command of README.md and its like does what a room would see: the slow ones as typed."""

import re
import shutil
import subprocess
from itertools import chain

import pytest
from documents.written import (
    CARD,
    DOCUMENTS,
    OF_ROOMS,
    RED,
    STARTED,
    TRIED,
    WATCHED,
    Room,
    facilitating,
    is_elsewhere,
    is_quick,
    plan,
    promise,
    put_away,
    verb,
    words,
)
from helpers import TOP, Watching, copied

from dojo.attempt.create import create
from dojo.bootstrap import ensure

TIDY = (TOP / "katas" / "tennis" / "steps" / "step_09_numbers_with_names" / "tennis.py").read_text("utf-8")
LANDED = """\
class Rover:
    def __init__(self, x, y, heading):
        pass

    def go(self, commands):
        return "0 0 N"
"""
SUMS = "def score(dice, category):\n    return sum(dice)\n"
LEADS = {
    ("holdem", 90): (CARD, "a six beats a five"),
    ("fizzbuzz", 45): ('def say(number):\n    return "1"\n', "2 is 2"),
    ("tennis", 45): (TIDY, "after deuce the next point decides"),
    ("rover", 45): (LANDED, "another one is elsewhere"),
    ("yatzy", 45): (SUMS, "what is not on the card scores nothing"),
    ("roman", 60): ('def to_roman(number):\n    return "I"\n', "2 is II"),
}
"""By a kata and the minutes of its plan: the code with which the first test is green, and the second test."""
LED = {led: [one for *_, part in plan(facilitating(led[0]), led[1]) for one in part] for led in LEADS}
BY_THEMSELVES = [one for one in TRIED if one in RED or one not in {*chain(*LED.values())}]
"""What is not typed where a plan is led, or ends red."""
HERE = [one for one in BY_THEMSELVES if not is_elsewhere(one) and "ROOM=" not in one]
QUICK = [one for one in HERE if is_quick(one)]
WATCHES = [one for one in HERE if verb(one) == WATCHED]
SLOW = [one for one in HERE if one not in {*QUICK, *WATCHES}]
IN_A_ROOM = [one for one in BY_THEMSELVES if verb(one) in OF_ROOMS or "ROOM=" in one]

OPEN = "Ctrl-C ends it."
OWN_TEST = """\
import poker


def test_a_pair_beats_a_high_card():
    assert poker.hand(poker.cards("2♣ 2♦ 4♣ 5♣ 7♣")) > poker.hand(poker.cards("A♣ 3♦ 4♣ 5♣ 7♣"))
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    made = Room(tmp_path_factory.mktemp("room")).with_what_is_known()
    ensure("bulk")
    for path in (".venv-bench", "tests/small"):
        (made.copy.root / path).symlink_to(TOP / path)
    return made


@pytest.fixture
def room(made):
    return made.as_it_was()


@pytest.mark.parametrize("command", QUICK)
def test_a_quick_command_does_what_the_pages_say(room, capfd, command):
    if verb(command) == STARTED and "FROM=" not in command:  # or its name may be taken
        shutil.rmtree(room.root / "katas" / "holdem" / "attempts")
    assert room.verb(*words(command)) == 0
    assert promise(command) in capfd.readouterr().out


@pytest.mark.parametrize("command", SLOW)
def test_a_command_does_what_the_pages_say(room, command):
    attempt = room.root / "katas" / "holdem" / "attempts" / "tables-3"
    if "tables-5" in command:
        create(room.workspace, "tables-5", "holdem", command="node scores.js")
    if verb(command) == "judge":
        (attempt / "test_poker.py").write_text(OWN_TEST)
    if verb(command) == "keep":  # what is green, and what nobody has kept yet
        shutil.rmtree(room.root / "kept", ignore_errors=True)
        shutil.copy(room.path("steps/step_92_a_closed_pipe/poker.py"), attempt)
        assert room.verb("next", "NAME=tables-3") == 0
    made = room.run("bash", "-c", command)
    assert made.returncode == (2 if command in RED else 0), made.stdout + made.stderr
    assert promise(command) in made.stdout


# A session is led by its page alone


@pytest.mark.parametrize("led", LEADS, ids=str)
def test_a_plan_can_be_led_from_its_first_command_to_its_last(workspace, led):
    """In order, with a pair that writes its first lines as soon as it has started."""
    (workspace.root / ".cache").symlink_to(TOP / ".cache")
    story, kata = workspace.workspace.kata(led[0])
    code, second = LEADS[led]
    served, colour = [], "GREEN"  # of the pair's own first test; our second test is red
    assert len(LED[led]) > 10
    for command in LED[led]:
        if verb(command) in ("watch", "room"):
            until = OPEN if verb(command) == "room" else "· light "
            served.append(Watching(workspace, *words(command)))
            shown = served[-1].until(until)
            assert until in shown
            assert verb(command) == "room" or f" {colour} · " in shown
            continue
        made = workspace.make(*words(command))
        assert (made.returncode, made.stderr) == (0, ""), command
        if verb(command) == STARTED:
            assert f"katas/{kata.name}/attempts/tables-3/" in made.stdout
            (kata.attempts / "tables-3" / f"{story.module}.py").write_text(code)
        elif command == "make next":  # once more, where nobody has seen the green yet
            asks = "Is there anything to tidy up?" in made.stdout
            assert f"“{second}” is red" in (workspace.make("next") if asks else made).stdout
            colour = "RED"
        elif command == "make where" and code == TIDY:
            assert "tables-3's code behaves like our step 9, Numbers with names." in made.stdout
        else:
            assert promise(command) in made.stdout, command
    for one in served:
        assert "Traceback" not in interrupt(one)


def interrupt(running):
    """Type Ctrl-C; gives what is said from then on."""
    running.interrupt()
    said = running.until("Traceback")  # or until it has ended
    running.stop()
    return said


# A room: what the pages say of it

TOLD = {
    "start": "tables-9 is in the room ",
    "join": "tables-3 is in the room ",
    "leave": "tables-3 has left the room ",
    "hand-in": ".lights: ",
    "retro": ".html",
}


def test_in_an_evening_each_command_of_a_room_does_what_the_pages_say(made, tmp_path):
    """Each room is served until Ctrl-C, unless another one has its words and more; the last one goes on.

    They are typed in the order of the pages; who starts an attempt comes last, for it is the latest then.
    """
    copy, stick = made.as_it_was(), str(tmp_path)
    rooms = [words(one.replace("/media/stick", stick)) for one in IN_A_ROOM if verb(one) == "room"]
    rooms.append(["room", "NEW=1", "ADDRESS=127.0.0.1:0"])
    for one in rooms:
        if not any({*one} < {*other} for other in rooms):
            room = Watching(copy, *one)
            shown = room.until(OPEN)
            assert OPEN in shown, one
            if one != rooms[-1]:
                assert "Traceback" not in interrupt(room), one
    joins = re.search(r"ROOM=\S+", shown)
    assert joins
    others = [one for one in IN_A_ROOM if verb(one) != "room"]
    for command in sorted(others, key=lambda one: verb(one) == STARTED):
        there = re.sub(r"ROOM=\S+", joins[0], command).replace("/media/stick", stick)
        done = copy.make(*words(there.replace("NAME=tables-3 ROOM", "NAME=tables-9 ROOM")))
        assert (done.returncode, done.stderr) == (0, ""), command
        assert TOLD[verb(command)] in " ".join(done.stdout.split()), command
    assert {verb(one) for one in IN_A_ROOM} == {"room", *TOLD}
    room.stop()
    for attempt in made.attempts.iterdir():
        put_away(attempt)  # without the attempt, what sends its lights ends


# A step that the room writes


def blocks(page):
    """What is to be typed, block by block."""
    return re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("command", WATCHES)
def test_a_room_can_write_one_of_our_steps_and_git_takes_it_away_and_brings_it_back(tmp_path, command):
    copy, git = copied(tmp_path), ["git", "-c", "user.name=x", "-c", "user.email=x@y"]
    for done in (["init", "--quiet"], ["add", "steps"], ["commit", "--quiet", "-m", "x"]):
        assert copy.run(*git, *done).returncode == 0
    (block,) = [one for page in DOCUMENTS for one in blocks(page) if command in one]
    copying, watch = block.splitlines()
    assert copy.run("bash", "-c", copying).returncode == 0
    watching = Watching(copy, *words(watch))
    shown = watching.until("first the bar has")
    watching.stop()
    assert "1 RED" in shown
    assert "first the bar has" in shown
    changed = [copy.run("git", "diff", "steps").stdout != ""]
    for stash in (["stash"], ["stash", "pop"]):
        assert copy.run(*git, *stash).returncode == 0
        changed.append(copy.run("git", "diff", "steps").stdout != "")
    assert changed == [True, False, True]


def test_each_block_of_a_page_is_shell():
    for page in DOCUMENTS:
        assert subprocess.run(["bash", "-n"], input="".join(blocks(page)), text=True).returncode == 0, page
