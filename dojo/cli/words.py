"""The words of a call, as make or a shell hands them over: `step-7 red`, `red STEP=7`, `red --step 7`."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches

from dojo.cli.authoring import AUTHOR
from dojo.cli.call import OPTIONS, SWITCH, Call, Verb, remembered, visited
from dojo.cli.verbs import all_verbs
from dojo.errors import UsageError
from dojo.story.story import Story
from dojo.story.workspace import NoStory, Workspace

STEP = "step-"


def parse_calls(words: Sequence[str], workspace: Workspace) -> list[Call]:
    """The calls that some words stand for, one for each verb; raises UsageError."""
    names, given = split_words(words)
    workspace = with_stories(workspace, given.get("STORY", ""))
    verbs = verbs_of(workspace)
    options = list(dict.fromkeys([*OPTIONS, *(word for verb in verbs.values() for word in verb.takes)]))
    asked = [find_verb(name, verbs) for name in names or ["test" if "STEP" in given else ""]]
    for name in given:
        if name not in options:
            near = nearest(name.upper(), options)
            takes = f"{asked[0].name or 'make'} takes {' '.join(asked[0].takes)}"
            there = f"do you mean {near}=?" if near else takes
            raise UsageError(f"there is no {name}= for any verb: {there}")
    return [make_call(verb, verbs, workspace, either(given, verb, workspace)) for verb in asked]


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


def with_stories(workspace: Workspace, name: str) -> Workspace:
    """The workspace that knows the stories of earlier calls, and that of this call if it is there.

    Raises BadFile.
    """
    workspace = replace(workspace, visited=tuple(visited(workspace)))
    with suppress(NoStory):
        if name and (folder := workspace.story(name).file.parent) not in workspace.folders:
            return replace(workspace, elsewhere=(*workspace.elsewhere, folder))
    return workspace


def verbs_of(workspace: Workspace) -> dict[str, Verb]:
    """All verbs by their names; a name of two is that of the workspace."""
    return {verb.name: verb for verb in reversed(all_verbs(workspace.stories))}


def find_verb(name: str, verbs: dict[str, Verb]) -> Verb:
    """The verb of a name; raises UsageError, with the one that may be meant."""
    if name not in verbs:
        near = nearest(name, verbs)
        raise UsageError(
            f"there is no verb {name}: {f'do you mean {near}?' if near else 'make help lists them'}"
        )
    return verbs[name]


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that a misspelt one is nearest to; nothing if none is near."""
    return next(iter(get_close_matches(word, list(known), 1, 0.65)), "")


def either(given: dict[str, str], verb: Verb, workspace: Workspace) -> dict[str, str]:
    """The values, with STORY= and KATA= in place of each other where it is clear what is meant."""
    given, stories = dict(given), [story.name for story in workspace.stories]
    of_kata = {kata.name: story.name for story, kata in reversed(workspace.katas)}
    if verb.makes_its_story:
        return given
    if "KATA" not in given and given.get("STORY") in of_kata.keys() - {*stories}:
        given["KATA"] = given.pop("STORY")
    if "KATA" not in verb.takes and "STORY" not in given and given.get("KATA") in of_kata:
        given["STORY"] = of_kata[given.pop("KATA")]
    return given


def make_call(verb: Verb, verbs: Collection[str], workspace: Workspace, given: dict[str, str]) -> Call:
    """The call of one verb; raises UsageError for a word that it does not take, or has no use for."""
    for name, value in given.items():
        if name not in verb.takes:
            raise UsageError(f"{verb.name or 'make'} takes no {name}=: it takes {' '.join(verb.takes)}")
        if OPTIONS.get(name, "").startswith(SWITCH) and value not in ("", "1"):
            raise UsageError(f"{name} is 1, or left out; it is not {value}")
    for option, others in verb.instead.items():
        for other in others:
            if given.get(option) and given.get(other):
                raise UsageError(f"{verb.name} takes {option}= or {other}=, not both")
    asked = None if verb.makes_its_story else asked_story(workspace, given)
    if verb.group == AUTHOR and not verb.makes_its_story:
        asked = asked or remembered(workspace)
    call = Call(verb, workspace, asked, given, verbs)
    if verb.step == "must" or call.has("STEP"):
        _ = call.step
    _ = call.steps if call.has("STEPS") else None
    return call


def asked_story(workspace: Workspace, given: dict[str, str]) -> Story | None:
    """The story that STORY= or KATA= names, if one does; raises UsageError."""
    name, kata = given.get("STORY", ""), given.get("KATA", "")
    asked = workspace.story(name) if name else None
    if not kata or (asked and kata in [one.name for one in asked.katas]):
        return asked
    found, _ = workspace.kata(kata)
    if asked:
        raise UsageError(f"{kata} is no kata of {asked.name}: {found.name} has it")
    return found
