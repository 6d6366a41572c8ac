"""From the words of a call, `step-7 red` or `red STEP=7`, to the status that it ends with.

Before it runs, dojo/bootstrap.py has made the environment, and removed the variables of the shell that would
change a run.
"""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from dojo import bootstrap
from dojo.cli.call import Call, make_call, remember_story, unknown_word
from dojo.cli.help import verb_help
from dojo.cli.registry import AUTHOR, MAINTAIN, Verb, all_verbs
from dojo.cli.status import exit_status
from dojo.cli.verbs import author, facilitator, maintainer, participant, reader, reviewer  # noqa: F401  see VERBS
from dojo.cli.words import Typed, split_words, suggest, to_name
from dojo.errors import EnvironmentProblem, UsageError
from dojo.story.state import WorkspaceState
from dojo.story.workspace import Workspace, is_address, path_of

ASKS_FOR_HELP = {"--help", "-h"}


def main(words: Sequence[str], top: Path | None = None) -> int:
    """Do what the words say; returns the status to end with."""
    workspace = Workspace(top or bootstrap.find_top(Path.cwd()))
    return exit_status(lambda: perform(words, workspace), words)


def perform(words: Sequence[str], workspace: Workspace) -> int:
    """Run one verb after the other, up to the first that fails; raises UsageError, EnvironmentProblem."""
    if ASKS_FOR_HELP & set(words):
        workspace = with_requested_story(words, workspace)
        verbs = all_verbs(workspace.stories)
        other_words = [word for word in words if word not in ASKS_FOR_HELP]
        names = read_words(other_words, verbs).verbs
        if names:
            for verb in find_verbs(names[0], verbs):
                print(verb_help(verb))
            return 0
        words = ["help"]
    for call in parse_calls(words, workspace):
        status = run_in_environment(call)
        if status:
            return status
    return 0


def parse_calls(words: Sequence[str], workspace: Workspace) -> list[Call]:
    """Return the calls that some words stand for, one for each verb; raises UsageError."""
    workspace = with_requested_story(words, workspace)
    verbs = all_verbs(workspace.stories)
    typed = read_words(words, verbs)
    names = typed.verbs or ["test" if "STEP" in typed.values else ""]
    if typed.unknown:
        raise explain_unknown_word(typed.unknown[0], names, verbs)
    # all names are looked at before a word of the first verb is
    verbs_of_calls = [find_verbs(name, verbs) for name in names]
    values = typed.values
    # `make add` takes the address itself
    if is_address(values.get("STORY", "")) and "add" not in names:
        values = with_added_story(values, workspace, may_add="start" in names)
        workspace = replace(workspace, elsewhere=(*workspace.elsewhere, Path(values["STORY"])))
    return [make_call(of_one_name, workspace, values) for of_one_name in verbs_of_calls]


def explain_unknown_word(text: str, names: Sequence[str], verbs: Sequence[Verb]) -> UsageError:
    """Return the error that none of the verbs of a call takes a word; raises it if a name is unknown too."""
    known = {verb.name for verb in verbs}
    named = names[0]
    for name in names:
        # after a mistyped option, its value looks like a verb
        if name in known:
            named = name
            break
    option = text.partition("=")[0]
    word = to_name(option) if option.startswith("-") else option
    return UsageError(unknown_word(word, find_verbs(named, verbs)))


def with_added_story(values: dict[str, str], workspace: Workspace, *, may_add: bool) -> dict[str, str]:
    """Return the values with the folder of a story in place of its address; `start` adds it first.

    Raises UsageError, EnvironmentProblem.
    """
    # late, for it imports rich
    from dojo.screen.console import console
    from dojo.tour.adding import add, find_added

    address = values["STORY"]
    story = find_added(workspace, address)
    if not story and not may_add:
        raise UsageError(f"{address} is not here yet: {bootstrap.command()} add STORY={address}")
    if not story:
        story = add(workspace, address, values.get("TAG", ""), console(), is_agreed="YES" in values)
    others = {**values, "STORY": str(story.file.parent)}
    # these two are words of adding
    others.pop("TAG", None)
    others.pop("YES", None)
    return others


def with_requested_story(words: Sequence[str], workspace: Workspace) -> Workspace:
    """Return the workspace with the story of STORY= and those of earlier calls, wherever these are.

    A story may bring verbs, so that it has to be known before the other words can be read.
    """
    requested = split_words(words, ["STORY"], []).values.get("STORY", "")
    outside: tuple[Path, ...] = ()
    if is_address(requested):
        # late, for it imports rich
        from dojo.tour.adding import find_added

        added = find_added(workspace, requested)
        outside = (added.file.parent,) if added else ()
    elif requested:
        outside = (path_of(requested, workspace.top),)
    visited = tuple(WorkspaceState(workspace.top).visited_stories())
    return replace(workspace, visited=visited, elsewhere=(*workspace.elsewhere, *outside))


def read_words(words: Sequence[str], verbs: Sequence[Verb]) -> Typed:
    """Return what some words say, in view of all words that the verbs take. Raises UsageError."""
    known: set[str] = set()
    switches: set[str] = set()
    for verb in verbs:
        known.update(verb.words)
        switches.update(verb.switches)
    return split_words(words, known, switches)


def find_verbs(name: str, verbs: Sequence[Verb]) -> list[Verb]:
    """Return the verbs of a name; raises UsageError, with the one that may be meant."""
    found = [verb for verb in verbs if verb.name == name]
    if found:
        return found
    meant = suggest(name, [verb.name for verb in verbs], f"{bootstrap.command()} help lists all verbs")
    raise UsageError(f"there is no verb {name}: {meant}")


def run_in_environment(call: Call) -> int:
    """Run a verb, after setting up what it needs besides. Raises EnvironmentProblem."""
    require_place(call)
    set_up_groups(call)
    story = call.running_story
    if story and story.requires:
        # late: few stories require anything
        from dojo.packages.install import ensure_required

        ensure_required(story)
    return run_verb(call)


def require_place(call: Call) -> None:
    """Raise EnvironmentProblem if a verb does not run here: it needs a clone, or an extra of the package."""
    looks_after_the_workspace = call.verb.heading == MAINTAIN or call.verb.name == "bundle"
    if looks_after_the_workspace and not bootstrap.is_clone():
        raise EnvironmentProblem(bootstrap.ONLY_IN_A_CLONE)
    if call.verb.name == "room":
        bootstrap.require_extra("room")
    if call.verb.name == "watch" and call.get("STEP"):
        bootstrap.require_extra("watch")


def set_up_groups(call: Call) -> None:
    """Install the groups of packages that a verb needs. Raises EnvironmentProblem."""
    # the bench of a story that brings none times the verbs, which need no more than every verb does
    if call.verb.name == "bench" and not call.story.own.bench:
        return
    # of prove, PYTHON= is the one that runs the tests of the repository
    base = "" if call.get("REPO") else call.get("PYTHON")
    for group in call.verb.needs:
        bootstrap.ensure(group, call.workspace.top, base)


def run_verb(call: Call) -> int:
    """Run the verb of a call, and return a status. Raises UsageError, EnvironmentProblem."""
    verb = call.verb
    is_named = call.get("STORY") or call.get("KATA")
    if call.requested and is_named and verb.heading == AUTHOR:
        remember_story(call.requested, call.workspace)
    if call.requested and not is_named and verb.is_of_author:
        notice = f"story {call.requested.name}, the one named last"
        # a reader may mean the first one, whose steps are printed without its name
        if verb.heading != AUTHOR and call.requested.word:
            notice += f" (STORY={call.workspace.story().name} is the first one)"
        print(notice, file=sys.stderr)
    status = verb.function(**call.arguments())
    if verb.sends_lights:
        send_lights(call)
    return status or 0


def send_lights(call: Call) -> None:
    """Send the lights of an attempt to the room that it has joined, and tell what the leader says there."""
    # late: the help does not wait for the modules that keep a secret
    from dojo.attempt.membership import joined

    if not joined(call.attempt):
        return
    # late, for it imports rich and msgspec
    from dojo.room.sync import RoomLink

    answer = RoomLink(call.attempt).update()
    if answer and not answer.reachable:
        call.out.print(f"{answer.words[0].upper()}{answer.words[1:]}.", soft_wrap=True)
    elif answer and answer.message:
        call.out.print(f"The leader says: {answer.message}", soft_wrap=True, markup=False)
