"""All that changes when a step moves up: its folder, and every text that mentions it."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from dojo.author.around import around, renumbered_around, texts
from dojo.author.marks import renumbered
from dojo.author.numbers import MENTION, NUMBER, Renumbering
from dojo.drafts.writing import Changes
from dojo.errors import Mistake
from dojo.gate.evidence import ROWS
from dojo.story.hints import LINE
from dojo.story.mutants import REST
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.workspace import Workspace

SHARED = {ROWS, REST}
"""The files that are the same for all stories."""
FAILURE = re.compile(r"^```text\n.*?^```$", re.MULTILINE | re.DOTALL)
KEY = re.compile(r"^(\s*(?:finished|program)\s*=\s*)(\d+)", re.MULTILINE)
BARE = re.compile(r"\b(?:on|from|to|since|until|and|or)\s+(\d\d?)\b(?! (?:of|tests))")
"""A number that may be one of a step, in a sentence that mentions another."""
SENTENCE = re.compile(r"(?:[^.`]|\.\S)+")


@dataclass
class Renumbered:
    """The changes, and the lines of each file that somebody has to look at."""

    changes: Changes = field(default_factory=Changes)
    look: dict[Path, list[int]] = field(default_factory=dict)

    def put(self, file: Path, old: str, new: str, look: list[int], by: Renumbering) -> None:
        """A file after the move."""
        if new != old:
            self.changes.files[by.moved(file)] = new.encode()
        if look:
            self.look[by.moved(file)] = look


def all_renumbered(by: Renumbering, workspace: Workspace) -> Renumbered:
    """All that changes in the workspace; raises Mistake if a file of the story cannot be read."""
    story, found = by.story, Renumbered()
    for step in reversed(story.steps):  # the last first: no folder moves to where another one is
        if by.folder_of(step) != step.name:
            found.changes.moved.append((step.folder, story.folder / by.folder_of(step)))
    for file in files_of(story):
        old = read(file, story)
        found.put(file, old, *of_the_story(file, old, by), by)
    known = {file for one in workspace.stories for file in files_of(one)}
    for file, old in around(story, workspace):
        if file not in known and file.name not in SHARED:
            found.put(file, old, *renumbered_around(file, old, by, workspace), by)
    return found


def read(file: Path, story: Story) -> str:
    """The text of a file; raises Mistake."""
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError:
        raise Mistake(f"{story.shown(file)}: this is not UTF-8; save it as UTF-8") from None


def files_of(story: Story) -> list[Path]:
    """The texts of a story: its steps, its suite, its hints, its mutants, its katas, and its story.toml."""
    folders = [story.folder, story.suite, *([story.mutants] if story.mutants else [])]
    folders += [*(kata.folder for kata in story.katas), story.file.parent]
    named = [file for file in (story.file, story.hints) if file]
    found = [file for folder in folders for file in texts(folder)]
    return [file for file in dict.fromkeys([*found, *named]) if file.name not in SHARED]


def of_the_story(file: Path, old: str, by: Renumbering) -> tuple[str, list[int]]:
    """A text of the story after the move, and the lines to look at."""
    if file.suffix == ".py":
        try:
            return renumbered(old, by)
        except SyntaxError as error:
            raise Mistake(
                f"{by.story.shown(file)}:{error.lineno}: is not valid Python: {error.msg}"
            ) from None
    if file.suffix == ".json":
        return old, list(by.left(old))
    if file == by.story.hints:
        return hints(old, by), []
    if file == by.story.file:
        return toml(old, by), []
    if file.parent != behind(by):
        return by.text(old), bare(old, by)
    before = [line for line in by.before().left(FAILURE.sub(blank, old)) if line not in set(by.left(old))]
    return readme(old, by), sorted({*bare(old, by), *before})


def blank(found: re.Match[str]) -> str:
    """As many empty lines."""
    return "\n" * found[0].count("\n")


def behind(by: Renumbering) -> Path:
    """The folder of the step that comes after the new one."""
    return by.story.step(by.after + 1).folder


def readme(old: str, by: Renumbering) -> str:
    """The README of the step after the new one: its tests now fail on the new one."""
    new, end = "", 0
    for block in FAILURE.finditer(old):
        new += by.text(old[end : block.start()]) + by.before().text(block[0])
        end = block.end()
    return new + by.text(old[end:])


def hints(old: str, by: Renumbering) -> str:
    """The lines of hints with other numbers in front."""
    lines = []
    for line in old.split("\n"):
        if found := LINE.fullmatch(line):
            before = line[: found.end(1)]
            number = str(by.of(int(found[1]))).rjust(len(before))
            line = number + by.text(line[found.end(1) :])
        lines.append(line if found else by.text(line))
    return "\n".join(lines)


def toml(old: str, by: Renumbering) -> str:
    """story.toml with other numbers for finished and program, and in its comments."""
    new = KEY.sub(lambda found: found[1] + by.written(found[2]), old)
    new = re.sub(r"#.*", lambda comment: by.text(comment[0]), new)
    told, said = tomllib.loads(old), tomllib.loads(new)
    for before, after in [(told, said), *zip(told.get("katas", {}).values(), said.get("katas", {}).values())]:
        for key in ("finished", "program"):
            if key in before and after[key] != by.of(before[key]):
                raise Mistake(
                    f"{by.story.shown(by.story.file)}: write {key} on a line of its own, as a number"
                )
    return new


def bare(text: str, by: Renumbering) -> list[int]:
    """The lines with a number that may be one of a step, in a sentence that mentions another."""
    found: set[int] = set()
    for sentence in SENTENCE.finditer(text):
        rest = MENTION.sub(lambda mention: NUMBER.sub("", mention[0]), sentence[0])
        numbers = BARE.finditer(rest) if rest != sentence[0] else ()
        first = text.count("\n", 0, sentence.start()) + 1
        moved = [one for one in numbers if by.of(int(one[1])) != int(one[1])]
        found |= {first + rest.count("\n", 0, one.start(1)) for one in moved}
    return sorted(found)


def copied(step: Step) -> dict[str, bytes]:
    """The code of a step, by the names of its files."""
    return {file.name: file.read_bytes() for file in step.files}
