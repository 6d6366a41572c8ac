"""What each verb does. A verb imports what it needs when it runs, so that a bar is there at once."""

import os
import shlex
import subprocess
import sys
from collections.abc import Callable
from contextlib import nullcontext, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from dojo.cli import help as help_text
from dojo.cli import rooms
from dojo.cli.ending import print_error
from dojo.cli.environment import python_of
from dojo.cli.verbs import all_verbs
from dojo.cli.visits import remember, remember_story
from dojo.cli.words import AUTHOR, Call, example_step_number
from dojo.errors import EnvironmentProblem, UsageError
from dojo.story.steps import Step, span

if TYPE_CHECKING:
    from dojo.attempt.attempt import Attempt
    from dojo.prove.verdict import Proof
    from dojo.story.katas import Kata
    from dojo.story.story import Story


def run_verb(call: Call) -> int:
    """Run the verb of a call; gives a status. Raises UsageError, EnvironmentProblem."""
    if call.asked and call.verb.group == AUTHOR and not call.verb.makes_its_story:
        if call.get("STORY") or call.get("KATA"):
            remember(call.asked, call.workspace)
        else:
            print(f"story {call.asked.name}, the one named last", file=sys.stderr)
    return (RUNS.get(call.verb.name, run_story_verb)(call)) or 0


def check_possible(call: Call) -> None:
    """Raises UsageError if a call asks for something that is not there, as far as that is quick to see."""
    if call.verb.name == "run":
        program(call)
    if call.verb.name == "gate":
        some_steps(call)


def run_story_verb(call: Call) -> int:
    """A verb of a story: a module, in its environment. If two stories have it, STORY= says which."""
    stories = [call.asked] if call.asked else call.workspace.stories
    brought = ((story, one) for story in stories for one in story.verbs if one.name == call.verb.name)
    if not (first := next(brought, None)):
        raise UsageError(f"{call.verb.name} is no verb of {call.story.name}: leave STORY= out")
    story, found = first
    python = python_of(call.workspace.top, found.environment or "loop")
    words = [f"{name}={call.get(name)}" for name in found.options if call.get(name)]
    return subprocess.run([python, "-m", found.module, *words], cwd=story.top).returncode


def the_step(call: Call) -> Step:
    """The step that is asked for; raises UsageError if none is."""
    if not call.get("STEP"):
        example = f"{call.verb.name} STEP={example_step_number(call.story)}"
        raise UsageError(f"{call.verb.name} of which step? For example: {call.story.command(example)}")
    return call.story.step(int(call.get("STEP")))


def some_steps(call: Call) -> list[Step]:
    """The steps from one to another, or all of them; raises UsageError."""
    if not (asked := call.get("STEPS")):
        return call.story.steps
    first, _, last = asked.partition("-")
    numbers = range(int(first), int(last or first) + 1) if (first + last).isdecimal() and first else range(0)
    if not numbers or asked.endswith("-"):
        raise UsageError(f"STEPS is a range of steps, for example STEPS=18-19, not {asked}")
    if not (steps := [step for step in call.story.steps if step.number in numbers]):
        raise UsageError(f"{call.story.name} has no step {asked}: {span(call.story.steps)}")
    return steps


def the_attempt(call: Call) -> "Attempt":
    """The attempt that NAME= names, or else the one started last: then it prints the name.

    STORY= and KATA= narrow down which. Raises NoAttempt, NoKata.
    """
    from dojo.attempt.attempt import NoAttempt, find
    from dojo.screen.console import console

    name, kata, story = call.get("NAME"), call.get("KATA"), named_story(call)
    attempt = find(call.workspace, name, kata, story)
    if kata and kata != attempt.kata.name:
        raise NoAttempt(
            f"{attempt.name} is an attempt at {attempt.kata.name}, not at {kata}: leave KATA= out"
        )
    if story not in (None, attempt.story):
        raise NoAttempt(
            f"{attempt.name} is an attempt at a kata of {attempt.story.name}, not of {call.story.name}:"
            " leave STORY= out"
        )
    remember_story(attempt.story, call.workspace)
    if not name:
        console().print(f"attempt {attempt.name}, the one started last", style="dim")
    return attempt


def named_story(call: Call) -> "Story | None":
    """The story that STORY= names, if any; two stories may have a kata of one name. Raises NoKata."""
    if not call.get("STORY"):
        return None
    the_kata(call)
    return call.story


def the_kata(call: Call) -> "Kata":
    """The kata of KATA=, or else the first one of the story. Raises NoKata."""
    from dojo.story.katas import NoKata

    if call.get("KATA"):
        return call.workspace.kata(call.get("KATA"), call.story)[1]
    if not call.story.katas:
        file = call.story.shown(call.story.file)
        raise NoKata(f"{call.story.name} has no kata: a table [katas.NAME] in {file} describes one")
    return call.story.katas[0]


def way_in(call: Call) -> None:
    print(help_text.first_help(all_verbs(call.workspace.stories), call.workspace, call.asked))


def help_(call: Call) -> None:
    print(help_text.full_help(all_verbs(call.workspace.stories), call.workspace, call.asked))


def progress(call: Call) -> int:
    from dojo.tour.progression import progress

    if status := progress(call.story):
        return status
    story = call.story
    print(f"\nRead a step: {story.command(f'step-{example_step_number(story)} story')}")
    if story.katas:
        print(f"Do the kata: {story.command('start NAME=tables-3')}")
    for other in [] if call.asked else call.workspace.stories[1:]:
        print(f"Another story: {other.command('progress')}")
    if not call.asked:
        print(*call.workspace.faults, sep="\n", end="\n" * bool(call.workspace.faults))
    return status


def board(call: Call) -> int:
    from dojo.board.board import board

    return board(call.story, page_of(call.story))


def bundle(call: Call) -> None:
    from dojo.bundle.bundle import bundle

    bundle(call.workspace.top)


def page_of(story: "Story") -> Path:
    """Where the board of a story lies: at the top of the workspace, or in a story that lies outside."""
    if not story.file.is_relative_to(story.workspace):
        return story.file.parent / "board.html"  # which the .gitignore of `make new` names
    return story.workspace / (f"board-{story.name}.html" if story.word else "board.html")


def gate(call: Call) -> int:
    from dojo.gate.gate import gate

    return gate(call.story, some_steps(call))


def todo(call: Call) -> int:
    from dojo.author.todo import todo

    return todo(call.story, write=bool(call.get("FILL")))


def test(call: Call) -> int:
    if call.get("STEP"):
        from dojo.tour.status import run_step_tests

        return run_step_tests(call.story, the_step(call))
    from dojo.cli.checks import run_checks

    return run_checks(call.workspace)


def check(call: Call) -> int:
    from dojo.cli.checks import run_checks

    return run_checks(call.workspace, thorough=True, browser=call.get("BROWSER"))


def tidy(call: Call) -> int:
    from dojo.cli.checks import tidy

    return tidy(call.workspace)


def accept(call: Call) -> int:
    from dojo.accept.accept import accept
    from dojo.story.workspace import path_of

    where, top = call.get("IN"), call.workspace.top
    attempt = the_attempt(call) if call.get("NAME") else None
    kata = with_cases(attempt.kata if attempt else the_kata(call), call)
    folder = path_of(where, top) if where else attempt.folder if attempt else top
    if not folder.is_dir():
        raise UsageError(f"there is no folder {where}: its path starts at the top of the workspace")
    every = bool(call.get("ALL"))
    command, build, limit = call.get("CMD"), "", call.get("LIMIT")
    if attempt and not command:
        command, build = attempt.program, attempt.setting("build")
    if attempt and not limit:
        limit = attempt.setting("limit")
    return accept(kata.cases, command, folder, top, build=build, limit=limit, every=every)


def bench(call: Call) -> int:
    from dojo.bench.bench import bench

    return bench(call.workspace, call.story, call.get("BROWSER"))


def contents(call: Call) -> int:
    from dojo.documents.contents import contents

    return contents(call.workspace)


def new(call: Call) -> None:
    from dojo.author.new import new

    verbs = [verb.name for verb in all_verbs(call.workspace.stories)]
    remember(new(call.workspace, call.get("STORY"), verbs), call.workspace)


def new_step(call: Call) -> None:
    from dojo.author.steps import new_step, undo

    if call.get("UNDO"):
        undo(call.story)
    else:
        new_step(call.story, call.get("TITLE"), call.get("AFTER"), call.get("KIND"))


def move_step(call: Call) -> None:
    from dojo.author.steps import move_step, undo

    if call.get("UNDO"):
        undo(call.story)
    else:
        move_step(call.story, the_step(call), call.get("AFTER"))


def drop_step(call: Call) -> None:
    from dojo.author.steps import drop_step, undo

    if call.get("UNDO"):
        undo(call.story)
    else:
        drop_step(call.story, the_step(call))


def cases(call: Call) -> None:
    from dojo.author.cases import write_cases

    write_cases(the_kata(call), call.story)


def start(call: Call) -> None:
    if call.get("ROOM"):
        rooms.start(call, start_attempt)
    elif call.get("SHARE"):
        raise UsageError("SHARE= is for a room: ROOM= says which")
    else:
        start_attempt(call)


def start_attempt(call: Call) -> None:
    """A new attempt, of the kind that the call asks for."""
    from dojo.coach.start import Options, start
    from dojo.screen.console import console

    kata = with_cases(the_kata(call), call) if call.get("CMD") else the_kata(call)
    options = Options(*map(call.get, ("MODE", "FROM", "CMD", "BUILD", "LIMIT")))
    start(call.workspace, call.get("NAME"), kata, call.story, options, console())
    remember_story(call.story, call.workspace)


def with_cases(kata: "Kata", call: Call) -> "Kata":
    """A kata that has cases; raises NoKata for one that has none."""
    from dojo.story.katas import NoKata

    if kata.cases:
        return kata
    those = " ".join(other.name for _, other in call.workspace.katas if other.cases)
    there = f": there are for {those}" if those else ""
    raise NoKata(f"there are no cases for {kata.name}{there}")


def next_(call: Call) -> None:
    from dojo.coach.next import next_test
    from dojo.screen.console import console

    next_test(the_attempt(call), call.get("EXPECT"), console(), shared=bool(call.get("SHARED")))


def bar(call: Call) -> None:
    from dojo.coach.next import bar
    from dojo.screen.console import console

    bar(the_attempt(call), console())


def hint(call: Call) -> None:
    from dojo.coach.hint import hint
    from dojo.screen.console import console

    hint(the_attempt(call), console())


def where(call: Call) -> None:
    from dojo.attempt.attempt import all_attempts, none_yet, select
    from dojo.coach.where import where, where_all
    from dojo.screen.console import console

    if call.get("NAME") == "all":
        kata, story = call.get("KATA"), named_story(call)
        every = all_attempts(call.workspace)
        attempts = select(every, kata, story)
        if not attempts:
            raise none_yet(every, kata, story)
        where_all(attempts, console())
    else:
        where(the_attempt(call), console())


def judge(call: Call) -> int:
    from dojo.judge.targets import judge_attempt, judge_path

    more = "reveal" if call.get("REVEAL") else "hint" if call.get("HINT") else "riddle"
    if tests := call.get("TESTS"):
        return judge_path(Path(tests), call.workspace, call.asked, more)
    attempt = the_attempt(call)
    if attempt.program:
        instead = "TESTS= names a file or a folder of them"
        raise UsageError(f"{attempt.name} is a program, and the judge judges tests in Python: {instead}")
    return judge_attempt(attempt, more)


def lights(call: Call) -> None:
    from dojo.history.timeline import lights

    lights(the_attempt(call), page=bool(call.get("PAGE")))


def prove(call: Call) -> int:
    from dojo.prove.report import UNANSWERED, read_fail_on, show

    in_json, top = bool(call.get("JSON")), call.workspace.top
    words = read_fail_on(call.get("FAIL_ON"), ("passes", "untested") if call.get("REPO") else ())
    try:
        with redirect_stdout(sys.stderr) if in_json else nullcontext():
            name, proof = proof_of_repository(call) if call.get("REPO") else proof_of_attempt(call)
    except EnvironmentProblem as fault:
        print_error(fault)
        return UNANSWERED
    page = top / f"proof-{name}.html" if call.get("PAGE") else None
    return show(proof, in_json=in_json, in_full=bool(call.get("ALL")), fail_on=words, page=page)


def proof_of_attempt(call: Call) -> "tuple[str, Proof]":
    """The name of an attempt, and the proof on its lights. Raises UsageError, NoAttempt, NoKata."""
    from dojo.history.summary import prove_attempt

    for option in ("RANGE", "ARGS", "EXPLAINED", "MERGED"):
        if call.get(option):
            raise UsageError(f"{option}= is for the commits of a repository: REPO= names its folder")
    attempt = the_attempt(call)
    return attempt.name, prove_attempt(attempt)


def proof_of_repository(call: Call) -> "tuple[str, Proof]":
    """The name of a repository, and the proof on its commits. Raises UsageError, EnvironmentProblem."""
    from dojo.prove.commits import prove_commits, read_reasons
    from dojo.prove.report import progress_bar
    from dojo.story.workspace import path_of

    top = call.workspace.top
    folder, python = path_of(call.get("REPO"), top), call.get("PYTHON")
    try:
        words = shlex.split(call.get("ARGS"))
    except ValueError as error:
        raise UsageError(f"ARGS={call.get('ARGS')}: {error}") from None
    if os.sep in python:
        python = str(path_of(python, top))
    explained = call.get("EXPLAINED")
    reasons = read_reasons(path_of(explained, top)) if explained else {}
    with progress_bar() as on_progress:
        proof = prove_commits(
            folder,
            call.get("RANGE"),
            python,
            words,
            top,
            merged=bool(call.get("MERGED")),
            reasons=reasons,
            on_progress=on_progress,
        )
    return folder.resolve().name, proof


def keep(call: Call) -> None:
    from dojo.history.export import keep

    keep(the_attempt(call), call.workspace)


def then_send(verb: Callable[[Call], int | None]) -> Callable[[Call], int | None]:
    """The verb, which then sends the lights of its attempt to the room that it is in."""

    def verb_and_send(call: Call) -> int | None:
        from dojo.attempt.attempt import find

        status = verb(call)
        if not call.get("TESTS"):
            name, kata = call.get("NAME"), call.get("KATA")
            rooms.send_lights(find(call.workspace, name, kata, named_story(call)))
        return status

    return verb_and_send


def join(call: Call) -> None:
    rooms.join(call, the_attempt)


def leave(call: Call) -> None:
    rooms.leave(call, the_attempt)


def hand_in(call: Call) -> None:
    rooms.hand_in(call, the_attempt)


def retro(call: Call) -> None:
    rooms.retro(call, the_attempt)


def back(call: Call) -> int:
    from dojo.coach.back import back

    return back(the_attempt(call), call.get("TO"))


def reset(call: Call) -> int:
    from dojo.coach.back import reset

    return reset(the_attempt(call))


def drop(call: Call) -> int:
    from dojo.coach.back import drop

    return drop(the_attempt(call))


def watch(call: Call) -> int | None:
    if call.get("STEP"):
        from dojo.tour.status import watch_step

        watch_step(call.story, the_step(call), call.workspace.top)
        return None
    from dojo.coach.watch.watch import watch

    return watch(the_attempt(call), call.workspace.top)


def red(call: Call) -> int:
    from dojo.tour.red import red

    return red(call.story, the_step(call))


def diff(call: Call) -> int:
    from dojo.tour.diff import diff

    return diff(call.story, the_step(call))


def story(call: Call) -> None:
    from dojo.tour.read import show_story

    show_story(the_step(call))


def program(call: Call) -> list[str]:
    """The command of a step's program for a kata; raises UsageError, or NoKata."""
    step, kata = the_step(call), the_kata(call)
    if kata.program is None:
        raise UsageError(f"no step is a program for {kata.name}")
    if step.number < kata.program:
        first = f"the first one is in step {kata.program}"
        raise UsageError(f"step {step.number} has no program for {kata.name}: {first}")
    return [call.story.inside(step.module), *kata.words]


def run(call: Call) -> None:
    from dojo.runner.child.launch import become

    command, kata = program(call), the_kata(call)
    os.chdir(call.story.top)
    if os.isatty(0) and kata.sample:  # nobody types the cards of a game
        os.dup2(os.open(kata.sample, os.O_RDONLY), 0)
    become(command)


def coverage(call: Call) -> int:
    from dojo.tour.coverage import coverage

    return coverage(call.story, [the_step(call)] if call.get("STEP") else call.story.steps)


RUNS: dict[str, Callable[[Call], int | None]] = {
    "": way_in,
    "help": help_,
    "next": then_send(next_),
    "new-step": new_step,
    "move-step": move_step,
    "drop-step": drop_step,
    "hand-in": hand_in,
    **{one.__name__: then_send(one) for one in (bar, hint, judge, back, reset)},
    **{
        one.__name__: one
        for one in (
            *(progress, board, gate, test, check, accept, bench, bundle, contents, tidy),
            *(new, todo, cases),
            *(start, where, lights, prove, keep, watch, drop),
            *(rooms.room, join, leave, retro),
            *(red, diff, story, run, coverage),
        )
    },
}
