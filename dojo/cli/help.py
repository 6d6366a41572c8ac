"""The help: the seven verbs to begin with, all verbs, and the words of one verb."""

from collections.abc import Iterable, Mapping

from dojo import bootstrap
from dojo.cli.registry import HEADINGS, MAINTAIN, VERBS, Verb, all_verbs
from dojo.cli.words import HELP, ON
from dojo.story.steps import Step
from dojo.story.workspace import Workspace
from dojo.wording import join_names

WIDTH_CHARS = 20  # of the commands, which stand before their help
FIRST_VERBS = ("progress", "story", "start", "next", "board", "room", "new")


def print_first_help() -> None:
    """Print the seven verbs to begin with, on one small screen."""
    print("Katas told in small steps: each test that drives a step is red without it.\n")
    verbs = [verb for verb in VERBS if verb.name in FIRST_VERBS and not verb.when]
    headings = {}
    for heading, text in HEADINGS.items():
        if heading != MAINTAIN:
            headings[heading] = text.partition(" (")[0]
    print_groups(headings, verbs)
    print(f"{bootstrap.command()} help lists all verbs and katas. Your first hour: docs/start-here.md")


def print_full_help(workspace: Workspace) -> None:
    """Print the whole help."""
    stories = workspace.stories
    headings = dict(HEADINGS)
    for story in stories:
        if story.verbs:
            headings[story.name] = f"Of the story {story.name}"
    print_groups(headings, all_verbs(stories))
    print("Stories, and their katas (STORY= takes a name, or any folder with a story.toml)")
    for story in stories:
        katas = join_names(story.katas, ", ") or "no kata"
        default = "" if story.word else " (the default)"
        word = story.word or f"STORY={story.name}"
        print(f" {word:{WIDTH_CHARS + len('make ')}} {katas}{default}")
    purposes = [(kata.name, kata.good_for) for _, kata in workspace.katas if kata.good_for]
    if purposes:
        print("\nKatas, by what they are for")
    for name, good_for in purposes:
        print(f" {f'KATA={name}':{WIDTH_CHARS + len('make ')}} {good_for}")
    for fault in workspace.faults:
        print(f" {fault}")
    print()
    print("Without make: python3 -m dojo VERB (--help behind it: the words that it takes)")


def print_groups(headings: Mapping[str, str], verbs: Iterable[Verb]) -> None:
    """Print each heading, the verbs below it, and an empty line."""
    for heading, text in headings.items():
        print(text)
        for verb in verbs:
            if verb.heading == heading:
                print(f" {bootstrap.command()} {command_of(verb):{WIDTH_CHARS}} {verb.help}")
        print()


def command_of(verb: Verb) -> str:
    """Return a verb as it is typed, with a word to show which one is meant."""
    if Step in verb.kinds:
        return f"step-1 {verb.name}"
    example = verb.example or (verb.when if "=" in verb.when else "")
    return f"{verb.name} {example}".strip()


def verb_help(verb: Verb) -> str:
    """Return what a verb does, and the words that it takes."""
    lines = [f"usage: python -m dojo {verb.name} [WORD=value …]: {verb.help}"]
    for word in verb.words:
        meaning = HELP.get(word, "")
        if word in verb.switches:
            meaning = f"{ON}: {meaning}"
        lines.append(f" {word + '=':{WIDTH_CHARS}} {meaning}".rstrip())
    return "\n".join(lines)
