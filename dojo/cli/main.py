"""From the words of a call to the status that it ends with.

This module runs in any Python that is new enough. The verbs run in the environments of the workspace, which
are made when a verb first needs them; a mistake is answered before that.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from dojo.cli.call import Call
from dojo.cli.ending import FINE, exit_status
from dojo.cli.environment import LOOP, ensure_environment, folder, is_ready
from dojo.cli.setting import python, set_aside, variables_set
from dojo.cli.verbs import run_verb, verb_help
from dojo.cli.words import find_verb, parse_calls, split_words, verbs_of
from dojo.story.workspace import Workspace

TOP = Path(__file__).resolve().parent.parent.parent
HELP = {"--help", "-h"}
NEED_NOTHING = {"", "help"}
OF_ANY_PROGRAM = {"accept"}
"""These run a participant's program, in the environment of their shell, and nothing of ours."""


def main(words: Sequence[str], top: Path = TOP) -> int:
    """Do what the words say; gives the status to end with."""
    return exit_status(lambda: perform(words, Workspace(top)))


def perform(words: Sequence[str], workspace: Workspace) -> int:
    """One verb after the other, up to the first that fails; raises UsageError, EnvironmentProblem."""
    if HELP & set(words):
        names, _ = split_words(word for word in words if word not in HELP)
        if names:
            print(verb_help(find_verb(names[0], verbs_of(workspace))))
            return FINE
        words = ["help"]
    for call in parse_calls(words, workspace):
        if status := run_in_environment(call, words):
            return status
    return FINE


def other_environments(call: Call) -> tuple[str, ...]:
    """The environments that a verb needs beside `.venv`; none if it is about one step or times the loop."""
    if call.get("STEP") or (call.verb.name == "bench" and not call.story.own.bench):
        return ()
    return call.verb.environments


def run_in_environment(call: Call, words: Sequence[str]) -> int:
    """Run a verb in the environment with its packages; raises EnvironmentProblem if it cannot be made.

    If this Python has other packages, or heeds what a shell has set for it, this process becomes another one,
    for all words of the call.
    """
    top, names = call.workspace.top, variables_set()
    if call.verb.name in NEED_NOTHING:
        return run_verb(call)
    if call.verb.name not in OF_ANY_PROGRAM:
        set_aside(names)
    environments = [LOOP, *other_environments(call)]
    ready = all(is_ready(top, name) for name in environments)
    for name in environments:
        ensure_environment(top, name, "" if call.get("REPO") else call.get("PYTHON"))
    heeded = sys.flags.optimize or (names and not sys.flags.ignore_environment)
    here = Path(sys.prefix).resolve() in [folder(top, name).resolve() for name in environments]
    if heeded or not (ready and here):
        path = str(ensure_environment(top, LOOP).relative_to(top))
        os.chdir(top)
        os.execv(path, [*python(path), "-m", "dojo", *words])
    return run_verb(call)
