"""Laws 6 and 7: the folders of a story and of a kata hold what belongs there, and links lead somewhere."""

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

from dojo.gate.code.folders import DROPPED, README, first_below
from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split
from dojo.story.katas import Kata
from dojo.story.readme import links
from dojo.story.steps import text_of
from dojo.story.story import Story
from dojo.story.toml import line_of_key, line_where
from dojo.story.workspace import Workspace

FACILITATING = "FACILITATING.md"
OF_A_KATA = {README, FACILITATING, "starter.py", "starters", "cases", "attempts"}
"""What lies in the folder of a kata, without a name in story.toml."""
GIVEN, EXPECTED, COMPLAINTS = ".in", ".out", ".err"
CASE = re.compile(r"(\d\d)-[^ ]+")


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every file that is missing or that nothing names, and every module that is missing."""
    story = evidence.story
    yield from named_twice(story)
    yield from modules(story)
    yield from files(story)
    home = story.file.parent
    if home not in (story.top, story.folder):
        here = [kata for kata in story.katas if kata.folder == home]
        yield from unnamed(home, {README, FACILITATING} | (OF_A_KATA if here else set()), story)
    for kata in story.katas:
        if kata.folder != home and kata.folder != story.top:
            yield from unnamed(kata.folder, OF_A_KATA, story)
        yield from complete(kata)
        yield from linked(kata)


def named_twice(story: Story) -> Iterator[Violation]:
    """Each other story of the workspace with the same name: the name would mean both."""
    there = Workspace(story.workspace).stories
    for other in there if story in there else []:
        if other != story and other.name == story.name:
            home = story.shown(other.file.parent)
            what = f"the story in {home} has this name too; choose another one"
            yield Violation(6, story.file, line_of_key(story.file, "name"), *split(what))


def unnamed(folder: Path, known: set[str], story: Story) -> Iterator[Violation]:
    """Whatever lies in a folder although nothing names it."""
    paths = [*story.paths, story.folder, *(file_of(name, story) for _, name in named_modules(story))]
    named = known | {first_below(folder, path) for path in paths}
    for file in sorted(folder.iterdir()):
        if file.name not in named and file.name[0] != "." and not DROPPED.fullmatch(file.name):
            what = f"nothing names it; name it in {story.shown(story.file)}, or remove it"
            yield Violation(6, file, 0, *split(what))


def named_modules(story: Story) -> Iterator[tuple[str, str]]:
    """The modules that story.toml names, each with its key."""
    yield from ((f"verbs.{verb.name}", verb.module) for verb in story.verbs)
    yield from ((key, name) for key, name in (("own.bench", story.bench), ("own.pages", story.pages)) if name)


def file_of(module: str, story: Story) -> Path:
    """Where a module lies, by its name as seen from the top; or where its package lies."""
    place = story.top.joinpath(*module.split("."))
    return place if place.is_dir() else place.with_suffix(".py")


def modules(story: Story) -> Iterator[Violation]:
    """Each module that story.toml names and that does not exist."""
    for key, name in named_modules(story):
        if not file_of(name, story).exists():
            line = line_where(story.file, rf"[\"']{re.escape(name)}[\"']")
            what = f"{key}: there is no module {name}; write its name as it is seen from the top"
            yield Violation(6, story.file, line, *split(what))


def files(story: Story) -> Iterator[Violation]:
    """Each file of [own] files that does not exist."""
    for name in story.extra:
        if not (story.folder / name).exists():
            line = line_where(story.file, rf"[\"']{re.escape(name)}[\"']")
            what = f"own.files: there is no {name}; write a name as it is seen from the steps, or remove it"
            yield Violation(6, story.file, line, *split(what))


def complete(kata: Kata) -> Iterator[Violation]:
    """A kata has a statement; its cases are pairs, and their numbers run from 01."""
    if not (statement := kata.folder / README).is_file():
        yield Violation(6, statement, 0, "a kata has a statement, and this one is missing", "write it")
    lying = sorted((kata.folder / "cases").glob("*")) if (kata.folder / "cases").is_dir() else []
    numbers: list[int] = []
    for file in (file for file in lying if not DROPPED.fullmatch(file.name)):
        other = file.with_suffix(EXPECTED if file.suffix == GIVEN else GIVEN)
        found = CASE.fullmatch(file.stem)
        if file.suffix not in (GIVEN, EXPECTED, COMPLAINTS) or not found:
            yield Violation(6, file, 0, "is not a case", "name it like 08-the-rule-in-words.in")
            continue
        if not other.is_file():
            yield Violation(6, file, 0, f"has no {other.name} beside it", "write it, or remove this one")
        if not numbers or numbers[-1] != int(found[1]):
            numbers.append(int(found[1]))
            if numbers[-1] != len(numbers):
                yield Violation(
                    6, file, 0, f"number {len(numbers):02} is missing before it", "renumber the cases"
                )
                return


def linked(kata: Kata) -> Iterator[Violation]:
    """Each link on the pages of a kata that does not lead to a file."""
    for page in (kata.folder / README, kata.folder / FACILITATING):
        for link in links(text_of(page)) if page.is_file() else []:
            name = unquote(link.text.partition("#")[0])
            if name and ":" not in name and not (kata.folder / name).exists():
                yield Violation(7, page, link.line, f"there is no {name}", "write it, or mend the link")
