"""The words of a call, as make or a shell hands them over: `step-7 red`, `red STEP=7`, `red --step 7`."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from dojo.cli.call import AUTHOR, OPTIONS, SWITCH, VISITED, Call, Verb, remembered
from dojo.cli.verbs import all_verbs
from dojo.errors import UsageError
from dojo.runner.cache import Cache
from dojo.story.story import Story
from dojo.story.workspace import Workspace, path_of

STEP = "step-"


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
        if word.startswith(STEP):
            name, value = "STEP", word.removeprefix(STEP) or "?"
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
    asked = None if verb.makes_its_story else find_story(workspace, given)
    if verb.group == AUTHOR and not verb.makes_its_story:
        asked = asked or remembered(workspace)
    call = Call(verb, workspace, asked, given)
    _ = call.step if verb.when == "STEP" else None
    _ = call.steps if call.has("STEPS") else None
    return call


def find_story(workspace: Workspace, given: dict[str, str]) -> Story | None:
    """The story that STORY= or KATA= names, if one does; STORY= may name a kata, too. Raises UsageError."""
    katas = {kata.name for _, kata in workspace.katas} - {story.name for story in workspace.stories}
    if given.get("STORY") in katas and "KATA" not in given:
        given["KATA"] = given.pop("STORY")
    asked = workspace.story(given["STORY"]) if given.get("STORY") else None
    return workspace.kata(given["KATA"], asked)[0] if given.get("KATA") else asked
