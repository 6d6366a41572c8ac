"""From the words of a call, `step-7 red` or `red STEP=7`, to the status that it ends with.

This module runs in any Python that is new enough; a mistake is answered there. The verbs run in environments
that are made when they are first needed, without variables of the shell that would change a run.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from dojo.cli.call import AUTHOR, OPTIONS, SWITCH, VISITED, Call, Verb, remembered
from dojo.cli.environment import LOOP, ensure_environment, folder, is_ready
from dojo.cli.verbs import all_verbs, run_verb, verb_help
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.runner.cache import Cache
from dojo.screen import streams
from dojo.story.workspace import Workspace, path_of
from dojo.wording import name_characters, spell_out

TOP = Path(__file__).resolve().parent.parent.parent
STEP, HELP = "step-", {"--help", "-h"}
CHANGES_RUNS = re.compile(
    r"(PYTHON(?!COERCECLOCALE|DONTWRITEBYTECODE|FAULTHANDLER|NOUSERSITE|STARTUP|UNBUFFERED|UTF8"
    r"|HASHSEED=random$)[A-Z0-9]+|PYTEST_(ADDOPTS|PLUGINS|DISABLE_PLUGIN_AUTOLOAD|DEBUG)|COV_CORE_.*"
    r"|COVERAGE_(CORE|DEBUG|DEBUG_FILE|FILE|FORCE_CONFIG|PROCESS_CONFIG|PROCESS_START|RCFILE))=(?s:.+)"
)
"""Those of Python with a `_` are what images and newer Pythons have: versions, colours, the prompt."""


def main(words: Sequence[str], top: Path = TOP) -> int:
    """Do what the words say; gives the status to end with."""
    return exit_status(lambda: perform(words, Workspace(top)), words)


def exit_status(verb: Callable[[], int | None], words: Iterable[str] = ()) -> int:
    """The status of a verb: its own or 0, 2 for a mistake in the call, 1 for trouble, 130 after Ctrl-C.

    If an error quotes a character of these words that only looks right, it is named.
    """
    try:
        return verb() or 0
    except UsageError as fault:
        print_error(fault, words)
        return 2
    except (EnvironmentProblem, OSError) as fault:
        print_error(fault, words)
        return 1
    except KeyboardInterrupt:
        return 130


def run_module(main: Callable[[], int | None]) -> int:
    """The status of a module that is run by itself, as a verb of a story is: it ends as all verbs do."""
    streams.install_safe_streams()
    return streams.status_after_writing(exit_status(main))


def print_error(fault: BaseException, words: Iterable[str] = ()) -> None:
    """Print one line on standard error, even if the message has several.

    Name the characters that were typed and that are not ASCII: one may only look like the right one.
    """
    message = " ".join(describe_error(fault).split())
    typed = [character for word in words for character in word if character in message]
    strange = name_characters("".join(typed))
    more = f"; you typed {strange}" if strange else ""
    print(f"{spell_out(message)}{more}", file=sys.stderr)


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


def parse_calls(words: Sequence[str], workspace: Workspace) -> list[Call]:
    """The calls that some words stand for, one for each verb; raises UsageError."""
    names, given = split_words(words)
    outside = (path_of(given["STORY"], workspace.top),) if given.get("STORY") else ()
    visited = tuple(map(Path, Cache(workspace.top, VISITED).answers))
    workspace = replace(workspace, visited=visited, elsewhere=(*workspace.elsewhere, *outside))
    verbs = [find_verbs(name, workspace) for name in names or ["test" if "STEP" in given else ""]]
    return [make_call(fitting, workspace, dict(given)) for fitting in verbs]


def split_words(words: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """The verbs, and the values by their names; raises UsageError if one name has two."""
    verbs: list[str] = []
    values: dict[str, str] = {}
    left = iter(words)
    for word in left:
        name, sign, value = word.partition("=")
        if word == STEP:
            raise UsageError("step- of which number? For example: make step-1")
        if word.startswith(STEP):
            name, value = "STEP", word.removeprefix(STEP)
        elif word.startswith("-"):
            name = name.strip("-").replace("-", "_").upper()
            value = value if sign else next(left, "1")
        elif not sign or not name.isidentifier():
            verbs.append(word)
            continue
        if values.setdefault(name, value) != value:
            raise UsageError(f"{name}= once, not {name}={values[name]} and {name}={value}")
    return verbs, values


def find_verbs(name: str, workspace: Workspace) -> list[Verb]:
    """The verbs of a name; raises UsageError, with the one that may be meant."""
    verbs = all_verbs(workspace.stories)
    if found := [verb for verb in verbs if verb.name == name]:
        return found
    meant = suggest(name, [verb.name for verb in verbs], "make help lists them")
    raise UsageError(f"there is no verb {name}: {meant}")


def suggest(word: str, known: list[str], otherwise: str, sign: str = "") -> str:
    """Ask for the known word that a misspelt one is nearest to; if none is near, say something else."""
    near = get_close_matches(word, known, 1, 0.65)
    return f"do you mean {near[0]}{sign}?" if near else otherwise


def make_call(verbs: list[Verb], workspace: Workspace, given: dict[str, str]) -> Call:
    """The call of the one of these verbs that is for what is given; raises UsageError for a wrong word."""
    verb = min(verbs, key=lambda one: (not given.get(one.when), one.when))
    for name, value in given.items():
        fitting = [one for one in verbs if name in one.takes]
        if not fitting:
            known = list(dict.fromkeys(word for one in verbs for word in one.takes))
            takes = suggest(name.upper(), known, f"it takes {' '.join(known)}", sign="=")
            raise UsageError(f"{verb.name or 'make'} takes no {name}=: {takes}")
        if value and verb not in fitting:
            when = fitting[0].when
            only = f"with {when}=" if when not in ("", name) else f"without {verb.when}="
            raise UsageError(f"{verb.name} takes {name}= only {only}")
        if OPTIONS.get(name, "").startswith(SWITCH) and value not in ("", "1"):
            raise UsageError(f"{name} is 1, or left out; it is not {value}")
    asked = None
    if not verb.example.startswith("STORY="):  # which is for a story that is still to be made
        katas = {kata.name for _, kata in workspace.katas} - {story.name for story in workspace.stories}
        if given.get("STORY") in katas and "KATA" not in given:
            given["KATA"] = given.pop("STORY")
        asked = workspace.story(given["STORY"]) if given.get("STORY") else None
        asked = workspace.kata(given["KATA"], asked)[0] if given.get("KATA") else asked
        asked = asked or (remembered(workspace) if verb.group == AUTHOR else None)
    call = Call(verb, workspace, asked, given)
    _ = call.step if verb.when == "STEP" else call.steps if call.has("STEPS") else None
    return call


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
    environments = [LOOP, *("" if times_the_loop else verb.needs).split()]
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
    """The variables that change a run; an empty one does not."""
    return [name for name, value in sorted(os.environ.items()) if CHANGES_RUNS.fullmatch(f"{name}={value}")]
