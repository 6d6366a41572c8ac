"""The verbs for doing a kata; each imports what it needs when it runs."""

import os
import shlex
import sys
from contextlib import nullcontext, redirect_stdout
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dojo.cli.call import ATTEMPT, Call, Verb, plain, remember_visit, verb
from dojo.cli.ending import print_error
from dojo.errors import EnvironmentProblem, UsageError
from dojo.story.katas import Kata, NoKata
from dojo.story.story import relative_path
from dojo.story.workspace import Workspace, path_of

if TYPE_CHECKING:
    from dojo.prove.versions import Proof

TABLE: list[Verb] = []
kata, plain_kata = partial(verb, TABLE, "kata"), partial(plain, TABLE, "kata")


@kata(
    options=(*ATTEMPT, "MODE", "FROM", "CMD", "BUILD", "LIMIT", "ROOM", "SHARE"),
    example="NAME=tables-3",
    instead={"CMD": ("FROM", "MODE"), "MODE": ("FROM",)},
)
def start(call: Call) -> None:
    """Begin a kata (KATA=roman; MODE=mine: you write tests)."""
    from dojo.browser.download import is_download, take_over
    from dojo.coach.start import start

    room, name = call.get("ROOM"), call.get("NAME")
    if room:
        from dojo.room.sync import check_word, join

        check_word(room)
    elif call.has("SHARE"):
        raise UsageError("SHARE= is for a room: ROOM= says which")
    origin = path_of(call.get("FROM"), call.workspace.top)
    if call.has("FROM") and is_download(origin):
        take_over(call.workspace, name, origin, call.out)
    else:
        kata = with_cases(call.kata, call.workspace) if call.has("CMD") else call.kata
        words = {"origin": "FROM", "mode": "MODE", "command": "CMD", "build": "BUILD", "limit": "LIMIT"}
        settings = {name: call.get(word) for name, word in words.items()}
        start(call.workspace, name, kata, call.story, call.out, **settings)
        remember_visit(call.story, call.workspace)
    if room:
        join(call.find_attempt(), room, call.out, shares=call.has("SHARE"))


plain_kata(
    "dojo.coach.next.next_test",
    "attempt expect out shared",
    "run your tests; when all are green, get the next one",
    name="next",
    sends_lights=True,
)
plain_kata("dojo.coach.next.bar", "attempt out", "run your tests, and never get a new one", sends_lights=True)


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

    return watch(call.attempt, call.workspace.top)


plain_kata("dojo.coach.hint.hint", "attempt out", "get a hint for the failing test", sends_lights=True)


@kata(options=ATTEMPT)
def where(call: Call) -> None:
    """Show which step your code has reached."""
    from dojo.attempt.attempt import all_attempts, none_yet, select
    from dojo.coach.where import where, where_all

    if call.get("NAME") != "all":
        where(call.attempt, call.out)
        return
    every = all_attempts(call.workspace)
    asked = call.get("KATA"), call.named_story
    if not (attempts := select(every, *asked)):
        raise none_yet(every, *asked)
    where_all(attempts, call.out)


plain_kata(
    "dojo.coach.back.back", "attempt to", "go back to the last green run (TO=7: to run 7)", sends_lights=True
)
plain_kata(
    "dojo.coach.back.reset", "attempt", "go back to the start of an attempt; its runs stay", sends_lights=True
)
plain_kata("dojo.coach.back.drop", "attempt", "delete an attempt and its runs, after a question")


@kata(options=(*ATTEMPT, "TESTS", "HINT", "REVEAL"), instead={"TESTS": ATTEMPT}, sends_lights=True)
def judge(call: Call) -> int:
    """Test your tests: which wrong solutions do they catch?"""
    from dojo.judge.report import judge_attempt, judge_path

    more = "reveal" if call.has("REVEAL") else "hint" if call.has("HINT") else "riddle"
    if tests := call.get("TESTS"):
        return judge_path(Path(tests), call.workspace, call.asked, more)
    attempt = call.attempt
    if attempt.program:
        instead = "TESTS= names a file or a folder of them"
        raise UsageError(f"{attempt.name} is a program, and the judge judges tests in Python: {instead}")
    return judge_attempt(attempt, more)


plain_kata("dojo.history.timeline.lights", "attempt page", "list your runs (PAGE=1: a page with all changes)")
OF_COMMITS = ("RANGE", "ARGS", "EXPLAINED", "MERGED")


@kata(options=(*ATTEMPT, "REPO", *OF_COMMITS, "PAGE", "JSON", "ALL", "FAIL_ON"), instead={"REPO": ATTEMPT})
def prove(call: Call) -> int:
    """Was each test red first? (REPO=path: in any commits)."""
    from dojo.prove.report import UNANSWERED, read_fail_on, show

    in_json, of_commits = call.has("JSON"), call.has("REPO")
    words = read_fail_on(call.get("FAIL_ON"), ("passes", "untested") if of_commits else ())
    try:
        with redirect_stdout(sys.stderr) if in_json else nullcontext():
            name, proof = proof_of_repository(call) if of_commits else proof_of_attempt(call)
    except EnvironmentProblem as fault:
        print_error(fault)
        return UNANSWERED
    page = call.workspace.top / f"proof-{name}.html" if call.has("PAGE") else None
    return show(proof, in_json=in_json, in_full=call.has("ALL"), fail_on=words, page=page)


def proof_of_attempt(call: Call) -> "tuple[str, Proof]":
    """The name of an attempt, and the proof on its lights. Raises UsageError, NoAttempt, NoKata."""
    from dojo.prove.lights import prove_lights

    for option in filter(call.has, OF_COMMITS):
        raise UsageError(f"{option}= is for the commits of a repository: REPO= names its folder")
    attempt = call.attempt
    return attempt.name, prove_lights(attempt)


def proof_of_repository(call: Call) -> "tuple[str, Proof]":
    """The name of a repository, and the proof on its commits. Raises UsageError, EnvironmentProblem."""
    from dojo.prove.commits import prove_commits, read_reasons

    top, python = call.workspace.top, call.get("PYTHON")
    folder = path_of(call.get("REPO"), top)
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


plain_kata(
    "dojo.history.export.keep", "attempt workspace", "turn your attempt into a git repository to take home"
)


@kata(options=("CMD", "IN", *ATTEMPT, "LIMIT", "ALL"), instead={"IN": ("NAME",)})
def accept(call: Call) -> int:
    """Run any program on the cases: CMD="ruby scores.rb"."""
    from dojo.accept.accept import accept

    attempt = call.attempt if call.has("NAME") else None
    cases = with_cases(attempt.kata if attempt else call.kata, call.workspace).cases
    folder = call.folder("IN") or (attempt.folder if attempt else call.workspace.top)
    command, build, limit = call.get("CMD"), "", call.get("LIMIT")
    if attempt and not command:
        command, build = attempt.program, attempt.setting("build")
    if attempt and not limit:
        limit = attempt.setting("limit")
    return accept(cases, command, folder, call.workspace.top, build=build, limit=limit, every=call.has("ALL"))


def with_cases(kata: Kata, workspace: Workspace) -> Kata:
    """A kata that has cases; raises NoKata for one that has none."""
    if kata.cases:
        return kata
    those = " ".join(other.name for _, other in workspace.katas if other.cases)
    there = f": there are for {those}" if those else ""
    ask = f"ask its author for {relative_path(workspace.top, kata.folder / 'cases')}/"
    raise NoKata(f"there are no cases for {kata.name}{there}; {ask}: inputs, and what a right program prints")
