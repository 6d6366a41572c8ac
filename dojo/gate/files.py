"""Laws 6 to 8: the folders of a story, of its steps and of its katas hold what belongs there.

What systems, editors and tools leave behind is ignored: nothing can be imported from it.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from urllib.parse import unquote

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation
from dojo.runner.cache import PLUGIN, is_the_plugin
from dojo.story.katas import Kata
from dojo.story.readme import page_links
from dojo.story.steps import FOLDER, read_text
from dojo.story.story import Story
from dojo.story.toml import line_of_key, line_where
from dojo.story.workspace import Workspace

README = "README.md"
FACILITATING = "FACILITATING.md"
OF_A_KATA = {README, FACILITATING, "starter.py", "starters", "cases", "attempts"}
"""What lies in the folder of a kata, without a name in story.toml."""
GIVEN, EXPECTED, COMPLAINTS = ".in", ".out", ".err"
CASE = re.compile(r"(\d\d)-[^ ]+")
DROPPED = re.compile(
    r"\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|.*~|\.#.*|#.*#|\..*\.sw[a-p]|__pycache__|\..*_cache|\.idea|\.vscode"
)
"""What systems and editors leave behind, and the caches of tools."""


def modules(evidence: Evidence) -> Iterator[Violation]:
    """Every step that has no code: nothing can be said about it."""
    for step in evidence.story.steps:
        yield from required(step.folder, step.module.name)


def required(folder: Path, name: str) -> Iterator[Violation]:
    """A file that every step has, if this one lacks it."""
    if not (folder / name).is_file():
        fix = "write it as docs/authoring.md says" if name == README else "copy the one of the step before"
        what = "a step has one, and this one is missing"
        yield Violation(6, folder / name, 0, what, fix, folder.name)


def check(evidence: Evidence) -> Iterator[Violation]:
    """Every file that is missing, or that nothing names; every name of a file that does not exist."""
    story = evidence.story
    yield from plugin(story)
    yield from in_the_steps(story)
    yield from named_twice(story)
    yield from named_files(story)
    home = story.file.parent
    if home not in (story.top, story.folder):
        here = [kata for kata in story.katas if kata.folder == home]
        yield from unnamed(home, {README, FACILITATING} | (OF_A_KATA if here else set()), story)
    for kata in story.katas:
        if kata.folder not in (home, story.top):
            yield from unnamed(kata.folder, OF_A_KATA, story)
        yield from complete(kata)
        yield from linked(kata)


def plugin(story: Story) -> Iterator[Violation]:
    """Law 8: the plugin above the suite is the one that loads each step from its source."""
    above = [folder for folder in story.suite.parents if folder.is_relative_to(story.top)]
    if not any(is_the_plugin(folder / PLUGIN.name) for folder in above):
        what = "is not the one of the workspace, which trusts no bytecode"
        file = story.top / PLUGIN.name
        what = what if file.is_file() else "is missing: each suite needs that of the workspace"
        yield Violation(8, file, 0, what, "copy it, as it is")


def in_the_steps(story: Story) -> Iterator[Violation]:
    """The folder of the steps has steps, and a step its module, its README and what story.toml names."""
    named = f"name it in [own] files of {story.file.name}"
    for file in lying(story.folder):
        if FOLDER.fullmatch(file.name) and file.is_dir() and not file.is_symlink():
            known = [f"{story.module}.py", README]
            for name in known:
                yield from required(file, name)
            known += [f"{name}.py" for name in story.imports]
            for one in lying(file):
                allowed = () if one.is_dir() else known
                if what := stray(one, allowed, f"name a module in [beside] of {story.file.name}"):
                    yield Violation(6, one, 0, *what, file.name)
        elif file.is_dir() and not file.is_symlink() and file.name[0] != "." and file.name not in own(story):
            what = "a step's folder is called step_NN_slug", f"rename it, or {named}"
            yield Violation(6, file, 0, *what)
        elif what := stray(file, own(story), named):
            yield Violation(6, file, 0, *what)


def own(story: Story) -> set[str]:
    """The names that may lie next to the steps."""
    return {README, *(first_below(story.folder, path) for path in story.paths)}


def lying(folder: Path) -> list[Path]:
    """What lies in a folder."""
    return sorted(file for file in folder.iterdir() if not DROPPED.fullmatch(file.name))


def stray(file: Path, known: Collection[str], name_it: str) -> tuple[str, str] | None:
    """Say what is wrong with a file that lies here, and what to do; None if it belongs here."""
    if file.is_symlink():
        return "is a link, and what it leads to may change", "put the file itself here"
    if file.name in known or is_the_plugin(file):
        return None
    return "nothing names it", f"remove it, or {name_it}"


def first_below(folder: Path, path: Path) -> str:
    """Give the first part of a path below a folder; nothing if it leads elsewhere."""
    return path.relative_to(folder).parts[0] if path != folder and path.is_relative_to(folder) else ""


def named_twice(story: Story) -> Iterator[Violation]:
    """Each other story of the workspace with the same name: the name would mean both."""
    there = Workspace(story.workspace).stories
    for other in there if story in there else []:
        if other != story and other.name == story.name:
            what = f"the story in {story.shown(other.file.parent)} has this name too"
            yield Violation(6, story.file, line_of_key(story.file, "name"), what, "choose another one")


def unnamed(folder: Path, known: set[str], story: Story) -> Iterator[Violation]:
    """Whatever lies in a folder although nothing names it."""
    paths = [*story.paths, story.folder, *(file_of(name, story) for _, name in named_modules(story))]
    named = known | {first_below(folder, path) for path in paths}
    for file in lying(folder):
        if file.name not in named and file.name[0] != ".":
            fix = f"name it in {story.shown(story.file)}, or remove it"
            yield Violation(6, file, 0, "nothing names it", fix)


def named_modules(story: Story) -> Iterator[tuple[str, str]]:
    """The modules that story.toml names, each with its key."""
    yield from ((f"verbs.{verb.name}", verb.module) for verb in story.verbs)
    yield from ((key, name) for key, name in (("own.bench", story.bench), ("own.pages", story.pages)) if name)


def file_of(module: str, story: Story) -> Path:
    """Give where a module lies, by its name as seen from the top; or where its package lies."""
    place = story.top.joinpath(*module.split("."))
    return place if place.is_dir() else place.with_suffix(".py")


def named_files(story: Story) -> Iterator[Violation]:
    """Each module and each file that story.toml names and that does not exist."""
    missing = [
        (name, f"{key}: there is no module {name}", "write its name as it is seen from the top")
        for key, name in named_modules(story)
        if not file_of(name, story).exists()
    ] + [
        (name, f"own.files: there is no {name}", "write a name as it is seen from the steps, or remove it")
        for name in story.extra
        if not (story.folder / name).exists()
    ]
    for name, what, fix in missing:
        line = line_where(story.file, rf"[\"']{re.escape(name)}[\"']")
        yield Violation(6, story.file, line, what, fix)


def complete(kata: Kata) -> Iterator[Violation]:
    """A kata has a statement; its cases are pairs, and their numbers run from 01."""
    if not (statement := kata.folder / README).is_file():
        yield Violation(6, statement, 0, "a kata has a statement, and this one is missing", "write it")
    numbers: list[int] = []
    for file in lying(kata.folder / "cases") if (kata.folder / "cases").is_dir() else []:
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
                what = f"number {len(numbers):02} is missing before it"
                yield Violation(6, file, 0, what, "renumber the cases")
                return


def linked(kata: Kata) -> Iterator[Violation]:
    """Each link on the pages of a kata that does not lead to a file."""
    for page in (kata.folder / README, kata.folder / FACILITATING):
        for link in page_links(read_text(page)) if page.is_file() else []:
            name = unquote(link.text.partition("#")[0])
            if name and ":" not in name and not (kata.folder / name).exists():
                yield Violation(7, page, link.line, f"there is no {name}", "write it, or mend the link")
