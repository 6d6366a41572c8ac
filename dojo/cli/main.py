"""From the words of a call to the status that it ends with.

This module runs in any Python that is new enough; a mistake is answered there. The verbs run in environments
that are made when they are first needed, without variables of the shell that would change a run.
"""

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from dojo.cli.call import Call
from dojo.cli.ending import exit_status
from dojo.cli.environment import LOOP, ensure_environment, folder, is_ready
from dojo.cli.verbs import run_verb, verb_help
from dojo.cli.words import find_verbs, parse_calls, split_words
from dojo.story.workspace import Workspace

TOP = Path(__file__).resolve().parent.parent.parent
HELP = {"--help", "-h"}
CHANGES_RUNS = re.compile(
    r"PYTHON(?!COERCECLOCALE|DONTWRITEBYTECODE|FAULTHANDLER|NOUSERSITE|STARTUP|UNBUFFERED|UTF8)[A-Z0-9]+"
    r"|PYTEST_(ADDOPTS|PLUGINS|DISABLE_PLUGIN_AUTOLOAD|DEBUG)"
    r"|COVERAGE_(CORE|DEBUG|DEBUG_FILE|FILE|FORCE_CONFIG|PROCESS_CONFIG|PROCESS_START|RCFILE)|COV_CORE_.*"
)
"""Those of Python with a `_` are what images and newer Pythons have: versions, colours, the prompt."""


def main(words: Sequence[str], top: Path = TOP) -> int:
    """Do what the words say; gives the status to end with."""
    return exit_status(lambda: perform(words, Workspace(top)))


def perform(words: Sequence[str], workspace: Workspace) -> int:
    """One verb after the other, up to the first that fails; raises UsageError, EnvironmentProblem."""
    if HELP & set(words):
        names, _ = split_words(word for word in words if word not in HELP)
        if names:
            print(*map(verb_help, find_verbs(names[0], workspace)), sep="\n")
            return 0
        words = ["help"]
    for call in parse_calls(words, workspace):
        if status := run_in_environment(call, words):
            return status
    return 0


def run_in_environment(call: Call, words: Sequence[str]) -> int:
    """Run a verb in the environment with its packages; raises EnvironmentProblem if it cannot be made.

    If this Python has other packages, or heeds what a shell has set for it, this process becomes another one,
    for all words of the call.
    """
    top, verb, variables = call.top, call.verb, changing_variables()
    if verb.name in ("", "help"):
        return run_verb(call)
    if variables and verb.name != "accept":  # which runs a participant's program, as their shell does
        for name in variables:
            del os.environ[name]
        print(f"ignoring {', '.join(variables)}: this would change what runs", file=sys.stderr)
    times_the_loop = verb.name == "bench" and not call.story.own.bench
    environments = [LOOP, *("" if times_the_loop else verb.environments).split()]
    ready = all(is_ready(top, name) for name in environments)
    for name in environments:
        ensure_environment(top, name, "" if call.get("REPO") else call.get("PYTHON"))
    heeded = sys.flags.optimize or (variables and not sys.flags.ignore_environment)
    here = Path(sys.prefix).resolve() in [folder(top, name).resolve() for name in environments]
    if heeded or not (ready and here):
        path = str(ensure_environment(top, LOOP).relative_to(top))
        os.chdir(top)
        flags = ["-E"] if verb.name == "accept" else []  # for any other, nothing to ignore is left
        os.execv(path, [path, *flags, "-X", "utf8", "-m", "dojo", *words])
    return run_verb(call)


def changing_variables() -> list[str]:
    """The variables that change a run. An empty one does not, and neither does one that says the usual."""
    usual = {("PYTHONHASHSEED", "random")}
    there = [(name, value) for name, value in sorted(os.environ.items()) if value]
    return [name for name, value in there if CHANGES_RUNS.fullmatch(name) and (name, value) not in usual]
