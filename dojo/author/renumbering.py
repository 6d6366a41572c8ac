"""All that changes where a step moves up: its folder, and every text that mentions it."""

import os
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from dojo.author.marks import mentioned, renumbered
from dojo.author.numbers import MENTION, NUMBER, Renumbering
from dojo.author.writing import Changes
from dojo.errors import Mistake
from dojo.gate.code.folders import DROPPED
from dojo.gate.suite.source import PLUGIN
from dojo.story.hints import LINE
from dojo.story.mutants import REST
from dojo.story.steps import Step
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace

SHARED = {PLUGIN, "rows.py", REST}
"""The files that are the same for all stories."""
FAILURE = re.compile(r"^```text\n.*?^```$", re.MULTILINE | re.DOTALL)
KEY = re.compile(r"^(\s*(?:finished|program)\s*=\s*)(\d+)", re.MULTILINE)
PROSE = {".md"}
LOOKED_AT = {".py", ".md", ".json", ".toml", ".txt", ".in"}
NOBODYS = {"attempts", "dojo"}
"""Folders that no step is mentioned in, or only as an example."""
NAMED = re.compile(r"\bSTORY=['\"]?([\w./~-]*\w)")
BARE = re.compile(r"\b(?:on|from|to|since|until|and|or)\s+(\d\d?)\b(?! (?:of|tests|cards|lines))")
"""A number that may be one of a step, in a sentence that mentions another."""


@dataclass
class Renumbered:
    """The changes, and what somebody has to look at: the lines of each file."""

    changes: Changes = field(default_factory=Changes)
    look: dict[Path, list[int]] = field(default_factory=dict)

    def put(self, file: Path, old: str, new: str, look: list[int], by: Renumbering) -> None:
        """A file as it is then."""
        if new != old:
            self.changes.files[by.moved(file)] = new.encode()
        if look:
            self.look[by.moved(file)] = look


def all_renumbered(by: Renumbering, workspace: Workspace) -> Renumbered:
    """All that changes in the workspace; raises Mistake where a file cannot be read."""
    story, found = by.story, Renumbered()
    for step in reversed(story.steps):  # the last first: no folder moves to where another one is
        if by.folder_of(step) != step.name:
            found.changes.moved.append((step.folder, story.folder / by.folder_of(step)))
    ours = files_of(story)
    for file in ours:
        old = read(file, story)
        new, look = of_the_story(file, old, by)
        found.put(file, old, new, look, by)
    others = [one for one in workspace.stories if one != story]
    for file in around(story, workspace, {*ours, *(file for one in others for file in files_of(one))}):
        old = read(file, story)
        new, look = around_it(file, old, by, workspace)
        found.put(file, old, new, look, by)
    return found


def read(file: Path, story: Story) -> str:
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError:
        raise Mistake(f"{story.shown(file)}: this is not UTF-8; save it as UTF-8") from None


def files_of(story: Story) -> list[Path]:
    """The texts of a story: its steps, its suite, its hints, its mutants, its katas, and its story.toml."""
    own = [] if story.file.parent == story.folder else [story.file.parent]
    folders = [story.folder, story.suite, *([story.mutants] if story.mutants else [])]
    folders += [kata.folder for kata in story.katas] + [
        one for one in own if one != story.top or not rooms(one)
    ]
    named = [file for file in (story.file, story.hints) if file]
    found = {file: None for folder in folders for file in texts(folder)} | dict.fromkeys(named)
    return [file for file in found if file.name not in SHARED]


def rooms(folder: Path) -> bool:
    """Is this the top of a workspace, in which other stories lie too?"""
    return (folder / "dojo").is_dir()


def texts(folder: Path) -> Iterator[Path]:
    """The texts in a folder and below it."""
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(
            one for one in folders if not is_nobodys(one) and not (Path(place) / one / FILE).is_file()
        )
        files = [Path(place) / name for name in sorted(names) if not is_nobodys(name)]
        yield from (file for file in files if file.suffix in LOOKED_AT and not file.is_symlink())


def is_nobodys(name: str) -> bool:
    """Is a file or a folder hidden, left behind by a tool, or not to be looked at?"""
    return name in NOBODYS or name.startswith(".") or bool(DROPPED.fullmatch(name))


def of_the_story(file: Path, old: str, by: Renumbering) -> tuple[str, list[int]]:
    """A text of the story as it is then, and the lines to look at."""
    if file.suffix == ".py":
        try:
            return renumbered(old, by)
        except SyntaxError as error:
            raise Mistake(f"{by.story.shown(file)}:{error.lineno}: is no Python: {error.msg}") from None
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
    """Nothing, on as many lines."""
    return "\n" * found[0].count("\n")


def behind(by: Renumbering) -> Path:
    """The folder of the step that the new one comes in front of."""
    return by.story.step(by.after + 1).folder


def readme(old: str, by: Renumbering) -> str:
    """The README of the step behind the new one: its tests fail on the new one now."""
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
    """story.toml with other numbers under finished and program, and in its comments."""
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
    found = set()
    for sentence in re.finditer(r"(?:[^.`]|\.\S)+", text):
        without = MENTION.sub(lambda mention: NUMBER.sub("", mention[0]), sentence[0])
        if without != sentence[0]:
            for number in BARE.finditer(without):
                if by.of(int(number[1])) != int(number[1]):
                    found.add(
                        text.count("\n", 0, sentence.start()) + without.count("\n", 0, number.start(1)) + 1
                    )
    return sorted(found)


def around(story: Story, workspace: Workspace, known: set[Path]) -> Iterator[Path]:
    """The other texts of the workspace, and of where the story lies."""
    tops = dict.fromkeys([workspace.top, story.top])
    for top in tops:
        yield from (file for file in texts(top) if file.name not in SHARED and file not in known)


def around_it(file: Path, old: str, by: Renumbering, workspace: Workspace) -> tuple[str, list[int]]:
    """Another text of the workspace as it is then: what is certain is changed, line by line."""
    if file.suffix not in PROSE:
        return old, left(file, old, by, workspace)
    paragraphs, new, look, line = re.split(r"(\n\n+)", old), [], [], 1
    for paragraph in paragraphs:
        changed = paragraph_of(file, paragraph, by, workspace)
        if changed == paragraph and speaks_of(paragraph, by.story, workspace):
            look += [line + number - 1 for number in by.left(paragraph)]
        new.append(changed)
        line += paragraph.count("\n")
    return "".join(new), look


def paragraph_of(file: Path, text: str, by: Renumbering, workspace: Workspace) -> str:
    """A paragraph: its steps are ours where it names no other story, and ours is the first or is named."""
    stories = NAMED.findall(text)
    first = by.story == workspace.stories[0]
    names = {by.story.name, by.story.shown(by.story.file.parent)}
    of_ours = all(one in names for one in stories) and (first or bool(stories))
    others = [one for one in workspace.stories if one != by.story]
    if of_ours and not any(re.search(rf"\b{re.escape(one.name)}\b", text) for one in others):
        return by.text(text)

    def ours(found: re.Match[str]) -> str:
        is_ours = found["folder"] and leads_to(file, found["path"], by.story, workspace.top)
        return by.mention(found) if is_ours else found[0]

    return MENTION.sub(ours, text)


def leads_to(file: Path, path: str, story: Story, top: Path) -> bool:
    """Does a path lead to the folder of the steps, as seen from the file or from the top?"""
    return bool(path) and story.folder in [(start / path).resolve() for start in (file.parent, top)]


def speaks_of(text: str, story: Story, workspace: Workspace) -> bool:
    """May the steps that are mentioned be those of the story?"""
    named = (f"STORY={story.name}", f"{story.shown(story.file.parent)}/")
    return story == workspace.stories[0] or any(name in text for name in named)


def left(file: Path, text: str, by: Renumbering, workspace: Workspace) -> list[int]:
    """The lines of another file that mention a step which moves."""
    if file.suffix == ".py" and by.story == workspace.stories[0]:
        try:
            return mentioned(text, by)
        except SyntaxError:
            return list(by.left(text))
    lines = text.split("\n")
    return [number for number in by.left(text) if speaks_of(lines[number - 1], by.story, workspace)]


def copied(step: Step) -> dict[str, bytes]:
    """The code of a step, by the names of its files."""
    return {file.name: file.read_bytes() for file in step.files}
