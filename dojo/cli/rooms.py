"""The verbs of a room, and what starting an attempt has to do with one."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from dojo.cli.words import Call
from dojo.errors import UsageError

if TYPE_CHECKING:
    from dojo.attempt.attempt import Attempt
    from dojo.room.app import RoomApp

Find = Callable[[Call], "Attempt"]
"""Finds the attempt of a call."""


def minutes(call: Call, option: str) -> float:
    """The minutes of an option, 0 where it is left out; raises UsageError."""
    text = call.get(option)
    try:
        found = float(text or 0)
    except ValueError:
        found = -1
    from dojo.room.clock import are_minutes

    if not are_minutes(found):  # nor is a number that is none
        raise UsageError(f"{option} is a number of minutes, for example {option}=20, not {text}")
    return found


def folder_of(call: Call, option: str) -> Path | None:
    """The folder of an option, if it is given; raises UsageError."""
    from dojo.story.workspace import path_of

    if not (text := call.get(option)):
        return None
    folder = path_of(text, call.workspace.top)
    if not folder.is_dir():
        raise UsageError(f"there is no folder {text}: its path starts at the top of the workspace")
    return folder


def room(call: Call) -> int:
    """Serve a room until Ctrl-C; raises UsageError, EnvironmentProblem."""
    from dojo.room.clock import Plan
    from dojo.room.server import room

    plan = Plan(
        round=minutes(call, "ROUND"),
        rotate=minutes(call, "ROTATE"),
        rest=minutes(call, "BREAK"),
        names=tuple(call.get("MOB").split()),
        at_green=bool(call.get("AT_GREEN")),
        by_itself=bool(call.get("AUTO")),
    )
    return room(
        call.workspace,
        call.get("ADDRESS"),
        folder_of(call, "FROM"),
        plan,
        word=call.get("ROOM"),
        new=bool(call.get("NEW")),
        **({"extend": in_browsers(call)} if call.get("KATA") else {}),
    )


def in_browsers(call: Call) -> Callable[["RoomApp"], object]:
    """Return what adds a kata to a room for participants in a browser.

    Raises NoKata, EnvironmentProblem, CollectionError.
    """
    from dojo.browser.assets import make_assets
    from dojo.browser.katas import add_kata

    story, kata = call.workspace.kata(call.get("KATA"))
    assets = make_assets(call.workspace.top, story, kata)
    return lambda app: add_kata(app, story, kata, assets)


def start(call: Call, begin: Callable[[Call], None]) -> None:
    """Start an attempt that is in a room; raises UsageError, NoAttempt, NoKata."""
    from dojo.attempt.attempt import find
    from dojo.room.join import check_name_is_free, join
    from dojo.screen.console import console

    check_name_is_free(call.get("NAME"), call.get("ROOM"))
    begin(call)
    join(find(call.workspace, call.get("NAME")), call.get("ROOM"), console(), shares=bool(call.get("SHARE")))


def join(call: Call, find: Find) -> None:
    """Join a room with an attempt; raises UsageError."""
    from dojo.room.join import join
    from dojo.screen.console import console

    if not call.get("ROOM"):
        raise UsageError("join which room? For example: make join ROOM=192.168.1.20:8765/plum-fox")
    attempt, shares = find(call), bool(call.get("SHARE"))
    join(attempt, call.get("ROOM"), console(), shares=shares, name=call.get("AS"))


def send_lights(attempt: "Attempt") -> None:
    """After a verb that records a light: send it to the room of the attempt, and say so if that fails."""
    from dojo.attempt.membership import joined

    if joined(attempt) is None:  # most attempts: nothing of a room is imported
        return
    from dojo.room.sync import send_lights
    from dojo.screen.console import console

    status = send_lights(attempt)
    if status and not status.reachable:
        later = "" if status.refused else ": they go with the next run" if status.waiting else ""
        console().print(f"{status.words[0].upper()}{status.words[1:]}{later}.", markup=False, soft_wrap=True)


def leave(call: Call, find: Find) -> None:
    """Leave the room; raises UsageError."""
    from dojo.prove.lights import list_verdicts
    from dojo.room.join import leave
    from dojo.screen.console import console

    attempt = find(call)
    leave(attempt, lambda: list_verdicts(attempt), console())


def hand_in(call: Call, find: Find) -> None:
    """Write the lights of an attempt as a file; raises UsageError, EnvironmentProblem."""
    from dojo.prove.lights import list_verdicts
    from dojo.room.files import hand_in
    from dojo.screen.console import console

    attempt, folder = find(call), folder_of(call, "IN") or call.workspace.top
    hand_in(attempt, list_verdicts(attempt), folder, console(), shares=bool(call.get("SHARE")))


def retro(call: Call, find: Find) -> None:
    """Write the page of a room, of a folder of files, or of one attempt.

    Raises UsageError, EnvironmentProblem.
    """
    from dojo.history.retro import retro_of_attempt, retro_of_folder, retro_of_room

    top, anonymous = call.workspace.top, bool(call.get("ANONYMOUS"))
    if call.get("NAME") or call.get("KATA"):
        retro_of_attempt(find(call), top, anonymous=anonymous)
    elif folder := folder_of(call, "FROM"):
        retro_of_folder(folder, top, anonymous=anonymous)
    else:
        retro_of_room(call.workspace, call.get("ROOM"), anonymous=anonymous)
