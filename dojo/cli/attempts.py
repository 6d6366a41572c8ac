"""The verbs for doing a kata; each imports what it needs when it runs."""

import os
import shlex
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dojo.cli.call import ATTEMPT, Call, plain, verb
from dojo.cli.ending import print_error
from dojo.errors import EnvironmentProblem, UsageError
from dojo.story.workspace import path_of

if TYPE_CHECKING:
    from dojo.prove.versions import Proof

kata, plain_kata = partial(verb, "kata"), partial(plain, "kata")
run = partial(plain_kata, sends_lights=True)
PROOF = "PAGE JSON ALL FAIL_ON"


@kata(options=f"{ATTEMPT} BUILD LIMIT ROOM SHARE", when="CMD", example="CMD=…", help="… in any language")
@kata(options=f"{ATTEMPT} ROOM SHARE", when="MODE", example="MODE=mine", help="… with tests of your own")
@kata(options=f"{ATTEMPT} FROM ROOM SHARE", example="NAME=tables-3")
def start(call: Call) -> None:
    """Begin a kata (KATA=roman: another one)."""
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


run(
    "dojo.coach.next.next_test",
    "attempt expect out shared",
    "run your tests; when all are green, get the next one",
    name="next",
)
run("dojo.coach.next.bar", "attempt out", "run your tests, and never get a new one")
plain_kata("dojo.coach.watch.watch.watch", "attempt top", "run your tests at every save, with one large bar")
run("dojo.coach.hint.hint", "attempt out", "get a hint for the failing test")


@kata(options=ATTEMPT)
def where(call: Call) -> None:
    """Show which step your code has reached."""
    from dojo.coach.where import where, where_all

    if call.get("NAME") == "all":
        where_all(call.workspace, *call.asked_attempts, call.out)
    else:
        where(call.attempt, call.out)


run("dojo.coach.back.back", "attempt to", "go back to the last green run (TO=7: to run 7)")
run("dojo.coach.back.reset", "attempt", "go back to the start of an attempt; its runs stay")
plain_kata("dojo.coach.back.drop", "attempt", "delete an attempt and its runs, after a question")


@kata(options="HINT REVEAL", when="TESTS", example="TESTS=path", help="… any tests")
@kata(options=f"{ATTEMPT} HINT REVEAL", sends_lights=True)
def judge(call: Call) -> int:
    """Test your tests: which wrong solutions do they catch?"""
    from dojo.judge.report import judge_attempt, judge_path

    more = "reveal" if call.has("REVEAL") else "hint" if call.has("HINT") else "riddle"
    if tests := call.get("TESTS"):
        return judge_path(Path(tests), call.workspace, call.asked, more)
    if call.attempt.program:
        raise UsageError(
            f"{call.attempt.name} is a program, and the judge takes tests in Python: name them with TESTS="
        )
    return judge_attempt(call.attempt, more)


plain_kata("dojo.history.timeline.lights", "attempt page", "list your runs (PAGE=1: a page with all changes)")


@kata(
    options=f"RANGE ARGS EXPLAINED MERGED {PROOF}", when="REPO", example="REPO=path", help="… in any commits"
)
@kata(options=f"{ATTEMPT} {PROOF}")
def prove(call: Call) -> int:
    """Was each test red first?"""
    from dojo.prove.lights import prove_lights
    from dojo.prove.report import UNANSWERED, read_fail_on, show

    of_commits = call.has("REPO")
    words = read_fail_on(call.get("FAIL_ON"), ("passes", "untested") if of_commits else ())
    try:
        proof = prove_repository(call) if of_commits else prove_lights(call.attempt)
    except EnvironmentProblem as fault:
        print_error(fault)
        return UNANSWERED
    name = path_of(call.get("REPO"), call.top).resolve().name if of_commits else call.attempt.name
    page = call.top / f"proof-{name}.html" if call.has("PAGE") else None
    return show(proof, in_json=call.has("JSON"), in_full=call.has("ALL"), fail_on=words, page=page)


def prove_repository(call: Call) -> "Proof":
    """The proof on the commits of a repository. Raises UsageError, EnvironmentProblem."""
    from dojo.prove.commits import prove_commits, read_reasons

    top, python = call.top, call.get("PYTHON")
    try:
        words = shlex.split(call.get("ARGS"))
    except ValueError as error:
        raise UsageError(f"ARGS={call.get('ARGS')}: {error}") from None
    if os.sep in python:
        python = str(path_of(python, top))
    reasons = read_reasons(path_of(call.get("EXPLAINED"), top)) if call.has("EXPLAINED") else {}
    folder, merged = path_of(call.get("REPO"), top), call.has("MERGED")
    return prove_commits(folder, call.get("RANGE"), python, words, top, merged=merged, reasons=reasons)


plain_kata("dojo.history.export.keep", "attempt workspace", "turn your attempt into a git repository")


@kata(options="CMD KATA LIMIT ALL", when="NAME", example="NAME=tables-3", help="… on an attempt")
@kata(options="CMD IN KATA LIMIT ALL")
def accept(call: Call) -> int:
    """Run any program on the cases: CMD="ruby scores.rb"."""
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
