"""The verbs for doing a kata; each imports what it needs when it runs."""

import os
import shlex
import sys
from contextlib import nullcontext, redirect_stdout
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dojo.cli.call import ATTEMPT, Call, Verb, remember_story, verb, with_cases
from dojo.cli.ending import print_error
from dojo.errors import EnvironmentProblem, UsageError
from dojo.story.workspace import path_of

if TYPE_CHECKING:
    from dojo.prove.versions import Proof

TABLE: list[Verb] = []
kata = partial(verb, TABLE, "kata")


@kata(
    options=(*ATTEMPT, "MODE", "FROM", "CMD", "BUILD", "LIMIT", "ROOM", "SHARE"),
    example="NAME=tables-3",
    instead={"CMD": ("FROM", "MODE"), "MODE": ("FROM",)},
)
def start(call: Call) -> None:
    """Begin a kata (KATA=roman; MODE=mine: you write tests)."""
    from dojo.browser.download import is_download, take_over
    from dojo.coach.start import start
    from dojo.screen.console import console

    if call.has("ROOM"):
        from dojo.room.sync import check_word

        check_word(call.get("ROOM"))
    elif call.has("SHARE"):
        raise UsageError("SHARE= is for a room: ROOM= says which")
    origin = path_of(call.get("FROM"), call.workspace.top)
    if call.has("FROM") and is_download(origin):
        take_over(call.workspace, call.get("NAME"), origin, console())
        return join_room(call)
    kata = call.kata_with_cases if call.has("CMD") else call.kata
    words = {"origin": "FROM", "mode": "MODE", "command": "CMD", "build": "BUILD", "limit": "LIMIT"}
    settings = {name: call.get(word) for name, word in words.items()}
    start(call.workspace, call.get("NAME"), kata, call.story, console(), **settings)
    remember_story(call.story, call.workspace)
    return join_room(call)


def join_room(call: Call) -> None:
    """Join the room that a new attempt is for, if it is for one."""
    if call.has("ROOM"):
        from dojo.room.sync import join
        from dojo.screen.console import console

        join(call.find_attempt(), call.get("ROOM"), console(), shares=call.has("SHARE"))


@kata(options=(*ATTEMPT, "EXPECT", "SHARED"), sends_lights=True)
def next_(call: Call) -> None:
    """Run your tests; when all are green, get the next one."""
    from dojo.coach.next import next_test
    from dojo.screen.console import console

    next_test(call.take_attempt(), call.get("EXPECT"), console(), shared=call.has("SHARED"))


@kata(options=ATTEMPT, sends_lights=True)
def bar(call: Call) -> None:
    """Run your tests, and never get a new one."""
    from dojo.coach.next import bar
    from dojo.screen.console import console

    bar(call.take_attempt(), console())


@kata(
    options=ATTEMPT,
    step="may",
    step_help="run all tests on it at every save, until Ctrl-C",
    instead={"STEP": ATTEMPT},
)
def watch(call: Call) -> int | None:
    """Run your tests at every save, with one large bar."""
    if call.has("STEP"):
        from dojo.tour.status import watch_step

        watch_step(call.story, call.step, call.workspace.top)
        return None
    from dojo.coach.watch.watch import watch

    return watch(call.take_attempt(), call.workspace.top)


@kata(options=ATTEMPT, sends_lights=True)
def hint(call: Call) -> None:
    """Get a hint for the failing test."""
    from dojo.coach.hint import hint
    from dojo.screen.console import console

    hint(call.take_attempt(), console())


@kata(options=ATTEMPT)
def where(call: Call) -> None:
    """Show which step your code has reached."""
    from dojo.attempt.attempt import all_attempts, none_yet, select
    from dojo.coach.where import where, where_all
    from dojo.screen.console import console

    if call.get("NAME") != "all":
        where(call.take_attempt(), console())
        return
    every = all_attempts(call.workspace)
    asked = call.get("KATA"), call.named_story
    if not (attempts := select(every, *asked)):
        raise none_yet(every, *asked)
    where_all(attempts, console())


@kata(options=(*ATTEMPT, "TO"), sends_lights=True)
def back(call: Call) -> int:
    """Go back to the last green run (TO=7: to run 7)."""
    from dojo.coach.back import back

    return back(call.take_attempt(), call.get("TO"))


@kata(options=ATTEMPT, sends_lights=True)
def reset(call: Call) -> int:
    """Go back to the start of an attempt; its runs stay."""
    from dojo.coach.back import reset

    return reset(call.take_attempt())


@kata(options=ATTEMPT)
def drop(call: Call) -> int:
    """Delete an attempt and its runs, after a question."""
    from dojo.coach.back import drop

    return drop(call.take_attempt())


@kata(options=(*ATTEMPT, "TESTS", "HINT", "REVEAL"), instead={"TESTS": ATTEMPT}, sends_lights=True)
def judge(call: Call) -> int:
    """Test your tests: which wrong solutions do they catch?"""
    from dojo.judge.report import judge_attempt, judge_path

    more = "reveal" if call.has("REVEAL") else "hint" if call.has("HINT") else "riddle"
    if tests := call.get("TESTS"):
        return judge_path(Path(tests), call.workspace, call.asked, more)
    attempt = call.take_attempt()
    if attempt.program:
        instead = "TESTS= names a file or a folder of them"
        raise UsageError(f"{attempt.name} is a program, and the judge judges tests in Python: {instead}")
    return judge_attempt(attempt, more)


@kata(options=(*ATTEMPT, "PAGE"))
def lights(call: Call) -> None:
    """List your runs (PAGE=1: a page with all changes)."""
    from dojo.history.timeline import lights

    lights(call.take_attempt(), page=call.has("PAGE"))


@kata(
    options=(*ATTEMPT, "REPO", "RANGE", "ARGS", "PAGE", "JSON", "ALL", "FAIL_ON", "EXPLAINED", "MERGED"),
    instead={"REPO": ATTEMPT},
)
def prove(call: Call) -> int:
    """Was each test red first? (REPO=path: in any commits)."""
    from dojo.prove.report import UNANSWERED, read_fail_on, show

    in_json, top = call.has("JSON"), call.workspace.top
    words = read_fail_on(call.get("FAIL_ON"), ("passes", "untested") if call.has("REPO") else ())
    try:
        with redirect_stdout(sys.stderr) if in_json else nullcontext():
            name, proof = proof_of_repository(call) if call.has("REPO") else proof_of_attempt(call)
    except EnvironmentProblem as fault:
        print_error(fault)
        return UNANSWERED
    page = top / f"proof-{name}.html" if call.has("PAGE") else None
    return show(proof, in_json=in_json, in_full=call.has("ALL"), fail_on=words, page=page)


def proof_of_attempt(call: Call) -> "tuple[str, Proof]":
    """The name of an attempt, and the proof on its lights. Raises UsageError, NoAttempt, NoKata."""
    from dojo.history.summary import prove_attempt

    for option in ("RANGE", "ARGS", "EXPLAINED", "MERGED"):
        if call.has(option):
            raise UsageError(f"{option}= is for the commits of a repository: REPO= names its folder")
    attempt = call.take_attempt()
    return attempt.name, prove_attempt(attempt)


def proof_of_repository(call: Call) -> "tuple[str, Proof]":
    """The name of a repository, and the proof on its commits. Raises UsageError, EnvironmentProblem."""
    from dojo.prove.commits import prove_commits, read_reasons

    top = call.workspace.top
    folder, python = path_of(call.get("REPO"), top), call.get("PYTHON")
    try:
        words = shlex.split(call.get("ARGS"))
    except ValueError as error:
        raise UsageError(f"ARGS={call.get('ARGS')}: {error}") from None
    if os.sep in python:
        python = str(path_of(python, top))
    reasons = read_reasons(path_of(call.get("EXPLAINED"), top)) if call.has("EXPLAINED") else {}
    asked, merged = call.get("RANGE"), call.has("MERGED")
    proof = prove_commits(folder, asked, python, words, top, merged=merged, reasons=reasons)
    return folder.resolve().name, proof


@kata(options=ATTEMPT)
def keep(call: Call) -> None:
    """Turn your attempt into a git repository to take home."""
    from dojo.history.export import keep

    keep(call.take_attempt(), call.workspace)


@kata(options=("CMD", "IN", *ATTEMPT, "LIMIT", "ALL"), instead={"IN": ("NAME",)})
def accept(call: Call) -> int:
    """Run any program on the cases: CMD="ruby scores.rb"."""
    from dojo.accept.accept import accept

    attempt = call.take_attempt() if call.has("NAME") else None
    cases = with_cases(attempt.kata if attempt else call.kata, call.workspace).cases
    folder = call.folder("IN") or (attempt.folder if attempt else call.workspace.top)
    command, build, limit = call.get("CMD"), "", call.get("LIMIT")
    if attempt and not command:
        command, build = attempt.program, attempt.setting("build")
    if attempt and not limit:
        limit = attempt.setting("limit")
    return accept(cases, command, folder, call.workspace.top, build=build, limit=limit, every=call.has("ALL"))
