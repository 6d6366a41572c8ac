"""Laws 6 to 8: the folders of a story, of its steps and of its katas hold what belongs there, saved as text.

What systems, editors and tools leave behind is ignored: nothing can be imported from it.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from urllib.parse import unquote

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, at_readme
from dojo.runner.cache import PLUGIN, is_the_plugin
from dojo.story.katas import Kata
from dojo.story.readme import page_links
from dojo.story.steps import read_text
from dojo.story.story import Story
from dojo.story.toml import line_of_key, line_where
from dojo.story.workspace import Workspace

README = "README.md"
FACILITATING = "FACILITATING.md"
OF_A_KATA = {README, FACILITATING, "starter.py", "starters", "cases", "attempts"}
"""What may lie in the folder of a kata or of a story, without a name in story.toml."""
GIVEN, EXPECTED, COMPLAINTS = ".in", ".out", ".err"
CASE = re.compile(r"(\d\d)-[^ ]+")
DROPPED = re.compile(
    r"\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|.*~|\.#.*|#.*#|\..*\.sw[a-p]|__pycache__|\..*_cache|\.idea|\.vscode"
)
"""What systems and editors leave behind, and the caches of tools."""
INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)
"""Characters that no reader sees, and those that reverse the order of the others."""


def check_modules(evidence: Evidence) -> Iterator[Violation]:
    """Every step that has no code: nothing can be said about it."""
    for step in evidence.story.steps:
        if not step.module.is_file():
            what = "a step has one, and this one is missing; copy the one of the step before"
            yield Violation(6, step.module, 0, what)


def check_files(evidence: Evidence) -> Iterator[Violation]:
    """Every file that is missing, or that nothing names; every name of a file that does not exist."""
    story = evidence.story
    yield from check_plugin(story)
    yield from check_name(story)
    for what, name, file in named_files(story):
        if not file.exists():
            line = line_where(story.file, rf"[\"']{re.escape(name)}[\"']")
            fix = "write its name as it is seen from the top, or a file's as seen from the steps"
            yield Violation(6, story.file, line, f"{what} {name}; {fix}")
    for step in story.steps:
        if not step.readme.is_file():
            what = "a step has one, and this one is missing; write it as docs/authoring.md says"
            yield at_readme(step, 0, what, law=6)
    for folder, known, name_it in folders_of(story):
        yield from check_folder(folder, known, name_it, story)
    for kata in story.katas:
        yield from check_kata(kata)


def folders_of(story: Story) -> Iterator[tuple[Path, Collection[str], str]]:
    """The folders of a story, what may lie in each without a name in story.toml, and how to name the rest."""
    modules = {README, *(f"{name}.py" for name in (story.module, *story.imports))}
    for step in story.steps:
        yield step.folder, modules, f"name a module in [beside] of {story.file.name}"
    steps = {README, *(step.name for step in story.steps)}
    yield story.folder, steps, f"name it in [own] files of {story.file.name} (a step is called step_NN_slug)"
    folders = {story.file.parent, *(kata.folder for kata in story.katas)}
    for folder in sorted(folders - {story.top, story.folder}):
        yield folder, OF_A_KATA, f"name it in {story.shown(story.file)}"


def check_folder(folder: Path, known: Collection[str], name_it: str, story: Story) -> Iterator[Violation]:
    """What lies in a folder although nothing names it, or is a link; among the steps also what is hidden."""
    paths = [*story.paths, story.folder, *(file for _, _, file in named_files(story))]
    below = [path.relative_to(folder).parts for path in paths if path.is_relative_to(folder)]
    named = {*known, *(parts[0] for parts in below if parts)}
    for file in sorted(folder.iterdir()):
        is_hidden = file.name[0] == "." and not folder.is_relative_to(story.folder)
        if is_hidden or DROPPED.fullmatch(file.name):
            continue
        if file.is_symlink():
            what = "is a link, and what it leads to may change; put the file itself here"
            yield Violation(6, file, 0, what)
        elif (file.name not in named or (file.suffix == ".py" and file.is_dir())) and not is_the_plugin(file):
            yield Violation(6, file, 0, f"nothing names it; remove it, or {name_it}")


def check_plugin(story: Story) -> Iterator[Violation]:
    """Law 8: the plugin above the suite is the one that loads each step from its source."""
    above = [folder for folder in story.suite.parents if folder.is_relative_to(story.top)]
    if not any(is_the_plugin(folder / PLUGIN.name) for folder in above):
        what, file = "is not the one of the workspace, which trusts no bytecode", story.top / PLUGIN.name
        what = what if file.is_file() else "is missing: each suite needs that of the workspace"
        yield Violation(8, file, 0, f"{what}; copy it, as it is")


def check_name(story: Story) -> Iterator[Violation]:
    """Each other story of the workspace with the same name: the name would mean both."""
    there = Workspace(story.workspace).stories
    for other in there if story in there else []:
        if other != story and other.name == story.name:
            what = f"the story in {story.shown(other.file.parent)} has this name too; choose another one"
            yield Violation(6, story.file, line_of_key(story.file, "name"), what)


def named_files(story: Story) -> Iterator[tuple[str, str, Path]]:
    """The modules and files that story.toml names: what each one is, its name, and where it has to lie."""
    for name in story.own.files:
        yield "own.files: there is no", name, story.folder / name
    modules = [(f"verbs.{verb.name}", verb.module) for verb in story.verbs]
    for key, name in (*modules, ("own.bench", story.own.bench), ("own.pages", story.own.pages)):
        place = story.top.joinpath(*name.split("."))
        if name:
            yield f"{key}: there is no module", name, place if place.is_dir() else place.with_suffix(".py")


def check_kata(kata: Kata) -> Iterator[Violation]:
    """A kata has a statement, its cases are pairs with numbers from 01, and its links lead somewhere."""
    if not (statement := kata.folder / README).is_file():
        yield Violation(6, statement, 0, "a kata has a statement, and this one is missing; write it")
    last = 0
    for file in sorted((kata.folder / "cases").glob("[!.]*")):
        other = file.with_suffix(EXPECTED if file.suffix == GIVEN else GIVEN)
        found = CASE.fullmatch(file.stem)
        if file.suffix not in (GIVEN, EXPECTED, COMPLAINTS) or not found:
            yield Violation(6, file, 0, "is not a case; name it like 08-the-rule-in-words.in")
            continue
        if not other.is_file():
            yield Violation(6, file, 0, f"has no {other.name} beside it; write it, or remove this one")
        if int(found[1]) not in (last, last + 1):
            yield Violation(6, file, 0, f"number {last + 1:02} is missing before it; renumber the cases")
            break
        last = int(found[1])
    for page in (kata.folder / README, kata.folder / FACILITATING):
        for link in page_links(read_text(page)) if page.is_file() else []:
            name = unquote(link.text.partition("#")[0])
            if name and ":" not in name and not (kata.folder / name).exists():
                yield Violation(7, page, link.line, f"there is no {name}; write it, or mend the link")


def check_characters(evidence: Evidence) -> Iterator[Violation]:
    """What is read as text is UTF-8 with the line ends of Unix, and hides nothing."""
    story = evidence.story
    texts = [story.file, story.hints, *(kata.rules for kata in story.katas)]
    code = [file for step in story.steps for file in step.files] + sorted(story.suite.rglob("*.py"))
    for law, files in ((7, filter(None, texts)), (6, code)):
        yield from (Violation(law, file, *fault) for file in files for fault in unreadable(file))
    yield from (at_readme(step, *fault) for step in story.steps for fault in unreadable(step.readme))


def unreadable(file: Path) -> Iterator[tuple[int, str]]:
    """The first fault of each kind in the characters of a text, and its line; none if there is no file."""
    text = file.read_bytes() if file.is_file() else b""
    if b"\r" in text:
        what = "has the line ends of Windows, or a carriage return; save it with those of Unix"
        yield text[: text.index(b"\r")].count(b"\n") + 1, what
    try:
        if found := INVISIBLE.search(text.decode()):
            line = found.string.count("\n", 0, found.start()) + 1
            yield line, f"has a character that no reader sees: U+{ord(found[0]):04X}; remove it"
    except UnicodeDecodeError as error:
        yield text[: error.start].count(b"\n") + 1, "is not UTF-8; save it as UTF-8"
