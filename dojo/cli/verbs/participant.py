"""The verbs of a participant: an attempt at a kata, from its start to the repository that it becomes.

What needs a package is imported by the verb that needs it: the help, and a mistake, do not wait for it.
"""

from pathlib import Path
from typing import Literal

from dojo.attempt.attempt import Attempt
from dojo.cli.call import remember_visit
from dojo.cli.registry import KATA, WantedAttempts, verb
from dojo.cli.words import Folder
from dojo.errors import UsageError
from dojo.story.katas import Kata
from dojo.story.story import Story
from dojo.story.workspace import Workspace, path_of


@verb(KATA, "begin a kata (KATA=roman: another one)", example="NAME=tables-3")
def start(
    workspace: Workspace,
    requested: Story | None,
    name: str = "",
    kata: str = "",
    from_: str = "",
    from_step: str = "",
    room: str = "",
    share: bool = False,
) -> None:
    """Begin an attempt, or go on with a download, another one or a step; join a room if one is named."""
    # late, for it imports rich
    from dojo.browser.download import is_download, take_over
    from dojo.screen.console import console

    check_room(room, share=share)
    origin = path_of(from_, workspace.top)
    if from_ and is_download(origin):
        attempt = take_over(workspace, name, origin, console())
        remember_visit(attempt, workspace)
    else:
        attempt = start_attempt(workspace, requested, name, kata, origin=from_, from_step=from_step)
    join_room(attempt, room, share=share)


@verb(KATA, "… with tests of your own", name="start", when="MODE", example="MODE=mine")
def start_own(
    workspace: Workspace,
    requested: Story | None,
    name: str = "",
    kata: str = "",
    mode: Literal["", "mine"] = "",
    room: str = "",
    share: bool = False,
) -> None:
    """Begin an attempt whose tests the participant writes."""
    check_room(room, share=share)
    attempt = start_attempt(workspace, requested, name, kata, mode=mode)
    join_room(attempt, room, share=share)


@verb(KATA, "… in any language", name="start", when="CMD", example="CMD=…")
def start_program(
    workspace: Workspace,
    requested: Story | None,
    name: str = "",
    kata: str = "",
    cmd: str = "",
    build: str = "",
    limit: str = "",
    room: str = "",
    share: bool = False,
) -> None:
    """Begin an attempt at a program in any language."""
    check_room(room, share=share)
    attempt = start_attempt(workspace, requested, name, kata, command=cmd, build=build, limit=limit)
    join_room(attempt, room, share=share)


def start_attempt(
    workspace: Workspace,
    requested: Story | None,
    name: str,
    kata: str,
    *,
    origin: str = "",
    from_step: str = "",
    **settings: str,
) -> Attempt:
    """Begin an attempt with these settings, and return it. Raises UsageError."""
    if origin and from_step:
        raise UsageError("FROM= or FROM_STEP=, not both")
    # late, for it imports pytest and rich
    from dojo.coach.start import start as start_kata
    from dojo.screen.console import console

    story = requested or workspace.story()
    _, chosen = workspace.kata(kata, story)
    step = story.step(from_step) if from_step else None
    attempt = start_kata(workspace, name, chosen, story, console(), origin, step=step, settings=settings)
    remember_visit(attempt, workspace)
    return attempt


def check_room(room: str, *, share: bool) -> None:
    """Raise UsageError if ROOM= is no room, before an attempt is made for it."""
    if share and not room:
        raise UsageError("SHARE= is for a room: ROOM= says which")
    if room:
        # late, for it imports rich and msgspec
        from dojo.room.sync import check_word

        check_word(room)


def join_room(attempt: Attempt, room: str, *, share: bool) -> None:
    """Join the room, if one is named. Raises UsageError if it refuses."""
    if room:
        # late, for it imports rich and msgspec
        from dojo.room.sync import join
        from dojo.screen.console import console

        join(attempt, room, console(), shares=share)


@verb(KATA, "run your tests; when all are green, get the next one", name="next", sends_lights=True)
def next_test(attempt: Attempt, expect: str = "", shared: bool = False) -> None:
    """Run the tests so far, and give the next one when all are green."""
    # late, for it imports pytest and rich
    from dojo.coach.next import next_test as run_or_reveal
    from dojo.screen.console import console

    run_or_reveal(attempt, expect, console(), shared=shared)


@verb(KATA, "run your tests, and never get a new one", sends_lights=True)
def bar(attempt: Attempt) -> None:
    """Run the tests so far."""
    # late, for it imports pytest and rich
    from dojo.coach.next import bar as show_bar
    from dojo.screen.console import console

    show_bar(attempt, console())


@verb(KATA, "run your tests at every save, with one large bar")
def watch(workspace: Workspace, attempt: Attempt) -> int:
    """Run the tests so far at each save."""
    # late, for it imports pytest and rich
    from dojo.coach.watch.watch import watch as watch_attempt

    return watch_attempt(attempt, workspace.top)


@verb(KATA, "get a hint for the failing test", sends_lights=True)
def hint(attempt: Attempt) -> None:
    """Give one hint."""
    # late, for it imports pytest and rich
    from dojo.coach.hint import hint as give_hint
    from dojo.screen.console import console

    give_hint(attempt, console())


@verb(KATA, "show which step your code has reached")
def where(attempt: Attempt) -> None:
    """Show which step an attempt has reached."""
    # late, for it imports pytest and rich
    from dojo.coach.where import where as show_step
    from dojo.screen.console import console

    show_step(attempt, console())


@verb(KATA, "… of each attempt", name="where", when="NAME=all")
def where_all(workspace: Workspace, wanted: WantedAttempts) -> None:
    """Show which step each attempt has reached."""
    # late, for it imports pytest and rich
    from dojo.coach.where import where_all as show_steps
    from dojo.screen.console import console

    show_steps(workspace, wanted.kata, wanted.story, console())


@verb(KATA, "go back to the last green run (TO=7: to run 7)", sends_lights=True)
def back(attempt: Attempt, to: str = "") -> int:
    """Bring the last green run back, or another one."""
    # late, for it imports rich
    from dojo.coach.back import back as go_back

    return go_back(attempt, to)


@verb(KATA, "go back to the start of an attempt; its runs stay", sends_lights=True)
def reset(attempt: Attempt) -> int:
    """Bring the start of an attempt back."""
    # late, for it imports rich
    from dojo.coach.back import reset as go_back_to_the_start

    return go_back_to_the_start(attempt)


@verb(KATA, "delete an attempt and its runs, after a question")
def drop(attempt: Attempt) -> int:
    """Delete an attempt and its lights."""
    # late, for it imports rich
    from dojo.coach.back import drop as delete_attempt

    return delete_attempt(attempt)


@verb(KATA, "test your tests: which wrong solutions do they catch?", sends_lights=True)
def judge(attempt: Attempt, hint: bool = False, reveal: bool = False) -> int:
    """Judge the tests of an attempt."""
    # late, for it imports pytest and rich
    from dojo.judge.report import judge_attempt

    if attempt.program:
        what = "is a program, and the judge takes tests in Python"
        raise UsageError(f"{attempt.name} {what}: name them with TESTS=")
    return judge_attempt(attempt, how_much(hint=hint, reveal=reveal))


@verb(KATA, "… any tests", name="judge", when="TESTS", example="TESTS=path")
def judge_tests(
    workspace: Workspace,
    requested: Story | None,
    tests: str = "",
    hint: bool = False,
    reveal: bool = False,
) -> int:
    """Judge the tests of a file or a folder."""
    # late, for it imports pytest and rich
    from dojo.judge.report import judge_path

    return judge_path(Path(tests), workspace, requested, how_much(hint=hint, reveal=reveal))


def how_much(*, hint: bool, reveal: bool) -> str:
    """Return how much the judge says of what is not caught."""
    if reveal:
        return "reveal"
    return "hint" if hint else "riddle"


@verb(KATA, "list your runs (PAGE=1: a page with all changes)")
def lights(attempt: Attempt, page: bool = False) -> None:
    """List the lights of an attempt, or write them as a page."""
    # late, for it imports rich and msgspec
    from dojo.history.timeline import lights as show_lights

    show_lights(attempt, page=page)


@verb(KATA, "turn your attempt into a git repository")
def keep(workspace: Workspace, attempt: Attempt) -> None:
    """Write an attempt as a repository."""
    # late, for it imports pytest and rich
    from dojo.history.export import keep as write_repository

    write_repository(attempt, workspace)


@verb(KATA, 'run any program on the cases: CMD="ruby scores.rb"')
def accept(
    workspace: Workspace,
    kata: Kata,
    cmd: str = "",
    in_: Folder | None = None,
    limit: str = "",
    all_: bool = False,
) -> int:
    """Run a program on the cases of a kata."""
    # late, for it imports rich
    from dojo.author.accept import accept as run_on_cases

    top = workspace.top
    return run_on_cases(kata.require_cases(), cmd, in_ or top, top, limit=limit, every=all_)


@verb(KATA, "… on an attempt", name="accept", when="NAME", example="NAME=tables-3")
def accept_attempt(
    workspace: Workspace, attempt: Attempt, cmd: str = "", limit: str = "", all_: bool = False
) -> int:
    """Run an attempt's program on the cases of its kata, or another program in its folder."""
    # late, for it imports rich
    from dojo.author.accept import accept as run_on_cases

    return run_on_cases(
        attempt.kata.require_cases(),
        cmd or attempt.program,
        attempt.folder,
        workspace.top,
        build="" if cmd else attempt.setting("build"),
        limit=limit or attempt.setting("limit"),
        every=all_,
    )
