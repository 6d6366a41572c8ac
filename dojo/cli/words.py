"""The words of a call, as make or a shell hands them over: `step-7 red`, `red STEP=7`, `red --step 7`."""

import argparse
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from itertools import combinations
from typing import NoReturn

from dojo.cli.authoring import AUTHOR
from dojo.cli.call import OPTIONS, SWITCH, Call, Verb, remembered, with_known_stories
from dojo.cli.verbs import all_verbs
from dojo.errors import UsageError
from dojo.story.story import Story
from dojo.story.workspace import NoStory, Workspace

STEP = "step-"
LISTED = "make help lists them"
VALUE = re.compile(r"([A-Za-z_][A-Za-z0-9_]*)=(.*)", re.DOTALL)


class Parser(argparse.ArgumentParser):
    """A parser that tells of a mistake in a line, and does not end the program."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}: {self.prog} --help says what there is")


def parse_calls(words: Sequence[str], workspace: Workspace) -> list[Call]:
    """The calls that some words stand for, one for each verb; raises UsageError."""
    steps = [word.removeprefix(STEP) or "?" for word in words if word.startswith(STEP)]
    values = [found for word in words if (found := VALUE.fullmatch(word))]
    workspace = with_story(with_known_stories(workspace), next((f[2] for f in values if f[1] == "STORY"), ""))
    verbs = {verb.name: verb for verb in all_verbs(workspace.stories)}
    names, rest = split_options(
        [word for word in words if not word.startswith(STEP) and not VALUE.fullmatch(word)]
    )
    known = [
        *OPTIONS,
        *(option for verb in verbs.values() for option in verb.options if option not in OPTIONS),
    ]
    for name in names:
        if name not in verbs:
            near = nearest(name, verbs)
            raise UsageError(f"there is no verb {name}: {f'do you mean {near}?' if near else LISTED}")
    for found in values:
        if found[1] not in known:
            near = nearest(found[1].upper(), known)
            there = f"do you mean {near}=?" if near else f"there are {' '.join(known)}"
            raise UsageError(f"there is no {found[1]}= for any verb: {there}")
    for one, other in combinations(values, 2):
        if one[1] == other[1] != "STEP" and one[2] != other[2]:
            raise UsageError(f"{one[1]}= once, not {one[0]} and {other[0]}")
    options = [*rest, *(f"--{found[1].lower()}={found[2]}" for found in values)]  # it may begin with a dash
    asked = [*steps, *(found[2] for found in values if found[1] == "STEP")]
    if len(dict.fromkeys(asked)) > 1:
        raise UsageError(f"one step at a time, not {' '.join(sorted(asked))}")
    options += [f"--step={step}" for step in steps[:1] if "STEP" not in [f[1] for f in values]]
    default = "test" if asked else ""
    return [parse_call(verbs[name], options, verbs, workspace) for name in names or [default]]


def nearest(word: str, known: Iterable[str]) -> str:
    """Return the known word that a misspelt one is nearest to; nothing if none is near."""
    return next(iter(get_close_matches(word, list(known), 1, 0.65)), "")


def take_either(option: str, verb: Verb, workspace: Workspace) -> str:
    """Return an option in which STORY= and KATA= stand for each other, where it is clear what is meant."""
    name, _, value = option.partition("=")
    if name not in ("--story", "--kata") or verb.makes_its_story:
        return option
    of_kata = {kata.name: story.name for story, kata in workspace.katas}
    is_story = value in of_kata.values() or (name == "--story" and value not in of_kata)
    if name == "--story" and not is_story:
        return f"--kata={value}" if "KATA" in verb.takes else f"--story={of_kata[value]}"
    if name == "--kata" and "KATA" not in verb.takes and value in of_kata:
        return f"--story={of_kata[value]}"
    return option


def verb_of(words: Sequence[str], workspace: Workspace) -> Verb:
    """The verb that some words name first, or else `help`; raises UsageError."""
    name = next(iter(split_options([word for word in words if not word.startswith(STEP)])[0]), "help")
    for verb in all_verbs(workspace.stories):
        if verb.name == name:
            return verb
    raise UsageError(f"there is no verb {name}: {LISTED}")


def split_options(words: list[str]) -> tuple[list[str], list[str]]:
    """The verbs, and the options with their values, which follow the verb."""
    place = next((n for n, word in enumerate(words) if word.startswith("-")), len(words))
    return words[:place], words[place:]


def parse_call(verb: Verb, options: list[str], verbs: dict[str, Verb], workspace: Workspace) -> Call:
    """The call of one verb; raises UsageError, also for a word that it does not take."""
    options = [take_either(option, verb, workspace) for option in options]
    told, unknown = make_parser(verb).parse_known_args(options)
    given = {name.upper(): value for name, value in vars(told).items() if value is not None}
    if unknown:
        raise UsageError(explain_unknown(verb, unknown[0], verbs))
    check_values(verb, given)
    if verb.makes_its_story:
        return Call(verb, workspace, workspace.story(), given)
    workspace = with_story(workspace, given.get("STORY", ""))
    asked = asked_story(workspace, given)
    if verb.group == AUTHOR:
        asked = asked or remembered(workspace)
    call = Call(verb, workspace, asked, given)
    if verb.step == "must" or call.has("STEP"):
        given["STEP"] = str(call.step.number)
    verb.check(call)
    return call


def check_values(verb: Verb, given: dict[str, str]) -> None:
    """Raises UsageError if a value can only be 1 and is not, or if the verb would ignore one of two."""
    for name, value in given.items():
        if OPTIONS.get(name, "").startswith(SWITCH) and value not in ("", "1"):
            raise UsageError(f"{name} is 1, or left out; it is not {value}")
    for option, others in verb.instead.items():
        for other in others:
            if given.get(option) and given.get(other):
                raise UsageError(f"{verb.name} takes {option}= or {other}=, not both")


def make_parser(verb: Verb) -> Parser:
    """The parser for the options of a verb, and for its help: `python -m dojo VERB --help`."""
    made = Parser(f"python -m dojo {verb.name}", description=verb.help, allow_abbrev=False)
    for name in verb.takes:
        made.add_argument(f"--{name.lower()}", metavar=name, help=OPTIONS.get(name))
    return made


def explain_unknown(verb: Verb, word: str, verbs: dict[str, Verb]) -> str:
    """Says that a verb does not take a word, and which verbs do, or which words it takes."""
    word = word.partition("=")[0]
    if word == "--step":
        those = " ".join(other.name for other in verbs.values() if other.step != "never")
        return f"{verb.name} takes no step; these do: {those}"
    name = f"{word[2:].upper()}=" if word.startswith("--") else word
    return f"{verb.name} takes no {name}: it takes {' '.join(verb.takes)}"


def with_story(workspace: Workspace, name: str) -> Workspace:
    """The workspace that knows of this story, wherever it lies, if it is there; raises BadFile."""
    with suppress(NoStory):
        folder = workspace.story(name).file.parent if name else None
        if folder and folder not in workspace.folders:
            return replace(workspace, elsewhere=(*workspace.elsewhere, folder))
    return workspace


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
