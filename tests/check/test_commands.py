"""Every command of README.md and its like does what a room would see: the slow ones as typed."""

import re
import shutil
import subprocess

import pytest
from documents.written import (
    CARD,
    RED,
    STARTED,
    TRIED,
    WATCHED,
    Room,
    facilitating,
    is_elsewhere,
    is_quick,
    name,
    plan,
    promise,
    verb,
    words,
)
from helpers import TOP, Watching, copied

from dojo.attempt.create import create
from dojo.attempt.light import record
from dojo.cli.environment import ensure_environment

LEADS = {
    ("holdem", 90): (CARD, "a six beats a five"),
    ("roman", 60): ('def to_roman(number):\n    return "I"\n', "2 is II"),
}
"""By a kata and the minutes of its plan: the code with which the first test is green, and the second test."""
LED = {
    command for kata, minutes in LEADS for *_, part in plan(facilitating(kata), minutes) for command in part
}
"""What is typed where a plan is led, and so not by itself."""
SLOW = [
    command
    for command in TRIED
    if not is_quick(command) and not is_elsewhere(command) and verb(command) not in (STARTED, WATCHED)
    if command not in LED or command in RED
]

OWN_TEST = """\
import poker


def test_a_pair_beats_a_high_card():
    assert poker.hand(poker.cards("2♣ 2♦ 4♣ 5♣ 7♣")) > poker.hand(poker.cards("A♣ 3♦ 4♣ 5♣ 7♣"))
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    made = Room(tmp_path_factory.mktemp("room")).with_what_is_known()
    ensure_environment(TOP, "bulk")
    (made.copy.root / ".venv-bulk").symlink_to(TOP / ".venv-bulk")
    (made.copy.root / "tests" / "small").symlink_to(TOP / "tests" / "small")
    return made


@pytest.fixture
def room(made):
    return made.as_it_was()


def make_green(room):
    """Write the code that the first test of an attempt asks for, which nobody has kept yet."""
    shutil.rmtree(room.path("kept"), ignore_errors=True)
    room.run("make", "next", "NAME=tables-3")
    shutil.copy(
        room.path("steps/step_65_a_thousand_deals/poker.py"), room.path("katas/holdem/attempts/tables-3")
    )
    assert room.run("make", "bar", "NAME=tables-3").returncode == 0


@pytest.mark.parametrize("command", [one for one in TRIED if is_quick(one) and not is_elsewhere(one)])
def test_a_quick_command_does_what_the_pages_say(room, capfd, command):
    assert room.verb(*words(command)) == 0
    assert promise(command) in capfd.readouterr().out


STARTS = [one for one in TRIED if verb(one) == STARTED and "ROOM=" not in one and not is_elsewhere(one)]


@pytest.mark.parametrize("command", STARTS)
def test_an_attempt_is_started(workspace, capsys, command):
    asked = dict(word.partition("=")[::2] for word in words(command))
    if "FROM" in asked:
        other = create(workspace.workspace, asked["FROM"], "holdem")
        other.module.write_text(CARD)
        record(other, verb="next", colour="green", counts={}, revealed=1)
    assert workspace.verb(*words(command)) == 0
    kata = asked.get("KATA", "holdem")
    module = workspace.workspace.kata(kata)[0].module
    program = asked.get("CMD", "").split()[-1:]
    folder = f"katas/{kata}/attempts/{asked['NAME']}/"
    assert folder in capsys.readouterr().out
    files = sorted(file.name for file in (workspace.root / folder).glob("[!.]*"))
    ideas = ["ideas.txt"] if "MODE" in asked else []
    assert files == sorted(program or [f"{module}.py", f"test_{module}.py", *ideas])


@pytest.mark.parametrize("command", SLOW)
def test_a_command_does_what_the_pages_say(room, command):
    if "tables-5" in command:
        create(room.workspace, "tables-5", "holdem", command="node scores.js")
    if verb(command) == "judge":
        room.path("katas/holdem/attempts/tables-3/test_poker.py").write_text(OWN_TEST)
    if verb(command) == "keep":
        make_green(room)
    made = room.run("bash", "-c", command)
    assert made.returncode == (2 if command in RED else 0), made.stdout + made.stderr
    assert promise(command) in made.stdout


@pytest.mark.parametrize("command", [one for one in TRIED if verb(one) == WATCHED])
def test_a_bar_is_drawn_until_ctrl_c(room, command):
    watching = Watching(room, *words(command))
    step = re.search(r"step-(\d+)", command)
    until = f"step {step[1]}: " if step else "· light "
    shown = watching.until(until)
    watching.stop()
    assert until in shown


# A session is led by its page alone


@pytest.mark.parametrize(
    ("kata", "minutes", "code", "second"), [(*led, *told) for led, told in LEADS.items()]
)
def test_a_plan_can_be_led_from_its_first_command_to_its_last(workspace, kata, minutes, code, second):
    """In order, with a pair that writes its first lines as soon as it has started."""
    (workspace.root / ".cache").symlink_to(TOP / ".cache")
    (module,) = {story.module for story, one in workspace.workspace.katas if one.name == kata}
    led = [command for _, _, part in plan(facilitating(kata), minutes) for command in part]
    assert len(led) > 10
    served = []
    colour = "GREEN"  # of the first test of the pair's own; the second one of ours is red
    for command in led:
        if command == "make watch":
            watching = Watching(workspace, "watch")
            shown = watching.until("· light ")
            watching.stop()
            assert f" {colour} · " in shown
            continue
        if words(command)[0] == "room":
            served.append(Watching(workspace, *words(command)))
            assert "Ctrl-C ends it." in served[0].until("Ctrl-C ends it.")
            continue
        made = workspace.make(*words(command))
        assert (made.returncode, made.stderr) == (0, ""), command
        if words(command)[0] == "start":
            assert f"katas/{kata}/attempts/tables-3/" in made.stdout
            attempt = workspace.root / "katas" / kata / "attempts" / "tables-3"
            (attempt / f"{module}.py").write_text(code)
        elif command == "make next":  # once more, where nobody has seen the green yet
            asks = "Is there anything to tidy up?" in made.stdout
            assert f"“{second}” is red" in (workspace.make("next") if asks else made).stdout
            colour = "RED"
        else:
            assert promise(command) in made.stdout, command
    for room in served:
        room.stop()


# A step that the room writes


def blocks(page):
    """What is to be typed, block by block."""
    return re.findall(r"```sh\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


GIT = ["git", "-c", "user.name=x", "-c", "user.email=x@y"]


@pytest.mark.parametrize(
    ("page", "step"), [("docs/facilitating.md", "step-19"), ("docs/participating.md", "step-1")]
)
def test_a_room_can_write_one_of_our_steps(tmp_path, page, step):
    copy = copied(tmp_path)  # which git knows, as somebody has cloned it
    for done in (["init", "--quiet"], ["add", "steps"], ["commit", "--quiet", "-m", "x"]):
        assert copy.run(*GIT, *done).returncode == 0
    (block,) = [one for one in blocks(TOP / page) if f"make {step} watch" in one]
    copying, watch = block.splitlines()
    assert copy.run("bash", "-c", copying).returncode == 0
    watching = Watching(copy, *words(watch))
    shown = watching.until("first the bar has")
    watching.stop()
    assert "1 RED" in shown
    assert "first the bar has" in shown
    changed = [copy.run("git", "diff", "steps").stdout != ""]
    for stash in (["stash"], ["stash", "pop"]):
        assert copy.run(*GIT, *stash).returncode == 0
        changed.append(copy.run("git", "diff", "steps").stdout != "")
    assert changed == [True, False, True]


# Without any of our verbs


def test_each_block_of_a_page_is_shell():
    for page in [TOP / "README.md", *TOP.glob("docs/*.md")]:
        for block in blocks(page):
            assert subprocess.run(["bash", "-n"], input=block, text=True).returncode == 0, name(page)
