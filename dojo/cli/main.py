"""From the words of a call to the status that it ends with.

This module runs in any Python that is new enough. The verbs run in the environments of the workspace, which
are made when a verb first needs them; a mistake is answered before that.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from dojo.cli import run
from dojo.cli.ending import FINE, ended
from dojo.cli.environment import LOOP, ensure, folder, is_ready
from dojo.cli.setting import begin_again, set_aside
from dojo.cli.words import Call, calls, parser, verb_of
from dojo.story.workspace import Workspace

TOP = Path(__file__).resolve().parent.parent.parent
HELP = {"--help", "-h"}
NEED_NOTHING = {"", "help"}
OF_ANY_PROGRAM = {"accept"}
"""These run a participant's program, in the environment of their shell, and nothing of ours."""


def main(words: Sequence[str], top: Path = TOP) -> int:
    """Do what the words say; gives the status to end with."""
    return ended(lambda: perform(words, Workspace(top)))


def perform(words: Sequence[str], workspace: Workspace) -> int:
    """One verb after the other, up to the first that fails; raises Mistake, Trouble."""
    if HELP & set(words):
        verb = verb_of([word for word in words if word not in HELP], workspace)
        if verb.name != "help":
            parser(verb).print_help()
            return FINE
        words = ["help"]
    for call in calls(words, workspace):
        run.possible(call)
        if status := in_its_environment(call, words):
            return status
    return FINE


def environments_beside(call: Call) -> tuple[str, ...]:
    """The environments that a verb needs beside `.venv`; none if it is about one step or times the loop."""
    if call.get("STEP") or (call.verb.name == "bench" and not call.story.bench):
        return ()
    return call.verb.environments


def in_its_environment(call: Call, words: Sequence[str]) -> int:
    """Run a verb in the environment with its packages; raises Trouble if it cannot be made.

    If this Python has other packages, this process becomes another one, for all words of the call.
    """
    top = call.workspace.top
    if call.verb.name in NEED_NOTHING:
        return run.verb(call)
    if call.verb.name not in OF_ANY_PROGRAM:
        set_aside()
    environments = [LOOP, *environments_beside(call)]
    ready = all(is_ready(top, name) for name in environments)
    for name in environments:
        ensure(top, name, "" if call.get("REPO") else call.get("PYTHON"))
    if not (ready and Path(sys.prefix).resolve() in [folder(top, name).resolve() for name in environments]):
        path = str(ensure(top, LOOP).relative_to(top))
        os.chdir(top)
        begin_again(path, words)
    return run.verb(call)
