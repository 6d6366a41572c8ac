"""The words of a call: what each of them means, and how argparse reads them.

`NAME=tables-3` and `--name tables-3` are the same word, and so are `step-7`, `STEP=7` and `--step 7`,
and `FROM_STEP=8` and `FROM-STEP=8`.
"""

import argparse
import shlex
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NewType, NoReturn

from dojo import bootstrap
from dojo.errors import UsageError
from dojo.files import is_missing
from dojo.story.workspace import path_of

# What the text of a word stands for; `Call.read` reads them.
Minutes = NewType("Minutes", float)
Folder = NewType("Folder", Path)  # one that exists
Arguments = NewType("Arguments", list[str])  # the arguments of a command, split as a shell does

HELP = {
    "STORY": "another story, by its name or its folder",
    "TAG": "a tag of its repository; without it, the newest",
    "YES": "without a question",
    "BASE": "the address that the site will have, for pictures of its links: https://ann.example/katas/",
    "REPOSITORY": "the address of the repository, for a link on each page: https://git.example/ann/katas",
    "STEP": "a step, by its number",
    "STEPS": "only these steps, for example 18-19",
    "NAME": "an attempt, by its name; without it, most verbs take the one started last",
    "KATA": "a kata, by its name",
    "MODE": "mine: you write the tests",
    "LANGUAGE": "a language to read in, for example de; without it, the one of your environment",
    "TITLE": "what a new step is called",
    "AFTER": "the step that it follows, by its number; for a new step without it, the last",
    "KIND": "test first, refactoring, or another design",
    "UNDO": "take the last change of the steps back",
    "FILL": "every quotation, count and result",
    "EXPECT": "the colour that you foresee: red, green or amber; or ask",
    "FROM": "an attempt at another kata, or a browser's ada.zip, to go on with; of a room, handed-in files",
    "FROM_STEP": "a step, by its number: its code, and the tests up to it",
    "SHARED": "all tests that another kata shares, at once",
    "TO": "a light, by its number",
    "PAGE": "as a page for the browser",
    "CMD": "the command that starts the program",
    "BUILD": "the command that compiles the program, if it needs one",
    "IN": "the folder to run it in, or to write to",
    "LIMIT": "the seconds that a case may take",
    "ALL": "every case that does not pass; of prove, every verdict; of progress, every test",
    "TESTS": "a file or a folder of tests",
    "HINT": "more about the next one to catch",
    "REVEAL": "everything about it",
    "BROWSER": "the path of the browser for the pages, a Chromium or Chrome",
    "FIREFOX": "the path of a Firefox, in which the pages are opened too",
    "WEBKIT": "the path of a driver of WebKit, in which the pages are opened too",
    "REPO": "a git repository, by its folder: it is only read",
    "RANGE": "a commit, those of a branch: main..feature, or . for what is in no commit yet",
    "ARGS": "more words for the pytest of the repository",
    "JSON": "for a program",
    "EXPLAINED": "a file of ids of tests, each with the reason why it was not red",
    "MERGED": "the commits of merged branches, in place of the merges",
    "MARKDOWN": "as a table for a pull request",
    "SELF_CHECK": "prove a known good commit and a known bad one",
    "EXCLUDE": "paths whose code needs no test: benchmarks,examples",
    "FAIL_ON": "what to fail on: passes,untested,off,red,unanswered; or nothing",
    "ROOM": "the room to join: 192.168.1.20:8765/plum-fox; of room and retro, the word of an older one",
    "AS": "another name for the attempt in the room",
    "SHARE": "your code goes to the room as well",
    "ADDRESS": "where the room is served, for example 192.168.1.20:8765",
    "ROUND": "the minutes of a round",
    "ROTATE": "the minutes until the next one types",
    "BREAK": "the minutes between two rounds",
    "MOB": 'who takes turns to type: "Ada Bea Carl"',
    "AT_GREEN": "a pair that is red changes seats at green, a minute later at most",
    "AUTO": "the next round or break begins by itself",
    "NEW": "a new room, with another join word",
    "ANONYMOUS": "names no pair",
    "ARCHIVE": "a zip file, too, with the code of all pairs that share it",
    "PYTHON": "the Python for a new environment, or for the tests of REPO=",
}
ON = "1"  # the value of a switch
STEP = "step-"


@dataclass(frozen=True)
class Typed:
    """What was typed: the names of the verbs, the values of the words, and the words that no verb takes."""

    verbs: list[str]
    values: dict[str, str]
    unknown: list[str]


class WordParser(argparse.ArgumentParser):
    """A parser that raises what it finds wrong, in place of ending the process."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}: write it as --name=value, or as NAME=value")


class Once(argparse.Action):
    """Keeps the value of a word, and refuses a second one that is different."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,  # noqa: ARG002  argparse hands it over
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        value = values if isinstance(values, str) else ON
        before = getattr(namespace, self.dest, value)
        if before != value:
            raise UsageError(f"{self.dest}= once, not {self.dest}={before} and {self.dest}={value}")
        setattr(namespace, self.dest, value)


def split_words(words: Iterable[str], known: Collection[str], switches: Collection[str]) -> Typed:
    """Return the verbs and the values that some words stand for. Raises UsageError.

    `known` has the names of all words that some verb takes, and `switches` those that take no value.
    """
    parser = WordParser(add_help=False, allow_abbrev=False, argument_default=argparse.SUPPRESS)
    for name in known:
        parser.add_argument(to_option(name), dest=name, action=Once, nargs=0 if name in switches else None)
    values, others = parser.parse_known_args(to_options(words, known, switches))
    verbs: list[str] = []
    unknown: list[str] = []
    for word in others:
        name, sign, _ = word.partition("=")
        if word.startswith("-") or (sign and with_underscores(name).isidentifier()):
            unknown.append(word)
        else:
            verbs.append(word)
    return Typed(verbs, vars(values), unknown)


def to_options(words: Iterable[str], known: Collection[str], switches: Collection[str]) -> list[str]:
    """Return the words as argparse takes them: `--name=tables-3` for `NAME=tables-3`. Raises UsageError."""
    switch_options = {to_option(switch) for switch in switches}
    options: list[str] = []
    for word in words:
        # `--hint 1` is `--hint`
        if word == ON and options and options[-1] in switch_options:
            continue
        if word == STEP:
            raise UsageError(f"step- of which number? For example: {bootstrap.command()} step-1")
        option = to_option_with_value(word, known, switches)
        if option:
            options.append(option)
    return options


def to_option_with_value(word: str, known: Collection[str], switches: Collection[str]) -> str:
    """Return a word as argparse takes it; nothing for a switch that is off. Raises UsageError."""
    if word.startswith(STEP):
        return f"{to_option('STEP')}={word.removeprefix(STEP)}"
    name, sign, value = word.partition("=")
    is_option = word.startswith("--")
    name = to_name(name) if is_option else with_underscores(name)
    if name not in known or not (is_option or sign):
        # a verb, the value of the option before it, or a word that is unknown
        return word
    if name not in switches:
        return f"{to_option(name)}{sign}{value}"
    return to_option(name) if is_on(name, sign, value) else ""


def is_on(name: str, sign: str, value: str) -> bool:
    """True if a switch is on: `--hint` or `HINT=1`. Raises UsageError for any other value."""
    if not sign or value == ON:
        return True
    # `HINT=`, as a Makefile writes what is left out
    if not value:
        return False
    raise UsageError(f"{name} is 1, or left out; it is not {value}")


def to_option(name: str) -> str:
    """Return the option of a word: `--at-green` for AT_GREEN."""
    return f"--{name.lower().replace('_', '-')}"


def to_name(option: str) -> str:
    """Return the name of the word that an option stands for: AT_GREEN for `--at-green`."""
    return with_underscores(option.removeprefix("--")).upper()


def with_underscores(name: str) -> str:
    """Return a name of a word as HELP has it: FROM_STEP for `FROM-STEP`, as it is easily typed."""
    return name.replace("-", "_")


def suggest(word: str, known: Collection[str], otherwise: str, sign: str = "") -> str:
    """Ask for the known word that a misspelt one is nearest to; if none is near, say something else."""
    near = get_close_matches(word, known, 1, 0.65)
    return f"do you mean {near[0]}{sign}?" if near else otherwise


def read_minutes(word: str, text: str) -> Minutes:
    """Return a number of minutes. Raises UsageError."""
    # late, for it imports msgspec
    from dojo.room.clock import LONGEST

    with suppress(ValueError):
        minutes = float(text)
        if 0 <= minutes <= LONGEST:
            return Minutes(minutes)
    raise UsageError(f"{word} is a number of minutes, for example {word}=20, not {text}")


def read_folder(text: str, top: Path) -> Folder:
    """Return a folder, as it is seen from the top of the workspace. Raises UsageError if there is none."""
    folder = path_of(text, top)
    if is_missing(folder) or not folder.is_dir():
        raise UsageError(f"there is no folder {text}: its path starts at the top of the workspace")
    return Folder(folder)


def read_arguments(word: str, text: str) -> Arguments:
    """Return the arguments of a command. Raises UsageError."""
    try:
        return Arguments(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"{word}={text}: {error}") from None


def read_choice(word: str, text: str, choices: Sequence[str]) -> str:
    """Return one of some texts, in whichever case it is typed. Raises UsageError."""
    choice = text.lower()
    # an empty one stands for a word that is left out
    names = [name for name in choices if name]
    if choice in names:
        return choice
    first = ", ".join(names[:-1])
    meant = f"{first} or {names[-1]}" if first else f"{names[0]}, or leave it out"
    raise UsageError(f"{word}={text}: use {meant}")
