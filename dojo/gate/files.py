"""Laws 6 to 8: the folders of a story, of its steps and of its katas hold what belongs there, saved as text.

What systems, editors and tools leave behind is ignored: nothing can be imported from it.
"""

import re
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from dojo.gate.evidence import Evidence
from dojo.gate.steps import suggest_step_name
from dojo.gate.violation import Fault, Law, Violation, at_readme
from dojo.runner.cache import PLUGIN, is_the_plugin
from dojo.story.katas import Kata
from dojo.story.languages import find_translations
from dojo.story.readme import page_links
from dojo.story.steps import Step, read_text
from dojo.story.story import Story
from dojo.story.toml.reading import line_of_key, line_where
from dojo.story.workspace import Workspace

README = "README.md"
FACILITATING = "FACILITATING.md"
# what may be in the folder of a kata or of a story, without a name in story.toml
OF_A_KATA = {README, FACILITATING, "starter.py", "starters", "cases", "attempts"}
GIVEN, EXPECTED, COMPLAINTS = ".in", ".out", ".err"
CASE = re.compile(r"(\d\d)-[^ ]+")
# what systems and editors leave behind, and the caches of tools
DROPPED = re.compile(
    r"\.DS_Store|\._.*|Thumbs\.db|desktop\.ini|.*~|\.#.*|#.*#|\..*\.sw[a-p]|__pycache__|\..*_cache|\.idea|\.vscode"
)
# characters that no reader sees, and those that reverse the order of the others
INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)


class Folder(NamedTuple):
    """A folder of a story.

    Attributes:
        path: where it is.
        known: what may be in it without a name in story.toml.
        how_to_name: how to name the rest.
    """

    path: Path
    known: Collection[str]
    how_to_name: str


class NamedFile(NamedTuple):
    """A module or a file that story.toml names.

    Attributes:
        missing: what to say if it does not exist.
        name: its name, as it is written there.
        path: where it has to be.
    """

    missing: str
    name: str
    path: Path


def check_modules(evidence: Evidence) -> Iterator[Violation]:
    """Every step that has no code: nothing can be said about it."""
    story = evidence.story
    if story.steps and not any(step.module.is_file() for step in story.steps):
        # what they have may be called otherwise
        names = [file.stem for file in story.steps[0].folder.glob("*.py")]
        problem = f"no step has a {story.module}.py"
        mend = f'write module = "{names[0]}"' if len(names) == 1 else "write the name that each step has"
        yield Violation(Law.STANDS_ALONE, story.file, line_of_key(story.file, "module"), problem, mend)
        return
    for step in story.steps:
        if not step.module.is_file():
            problem, mend = "a step has one, and this one is missing", "copy the one of the step before"
            yield Violation(Law.STANDS_ALONE, step.module, 0, problem, mend)


def check_files(evidence: Evidence) -> Iterator[Violation]:
    """Every file that is missing, or that nothing names; every name of a file that does not exist."""
    story = evidence.story
    yield from check_plugin(story)
    yield from check_name(story)
    for file in named_files(story):
        if not file.path.exists():
            line = line_where(story.file, rf"[\"']{re.escape(file.name)}[\"']")
            problem = f"{file.missing} {file.name}"
            mend = "write its name as it is seen from the top, or a file's as seen from the steps"
            yield Violation(Law.STANDS_ALONE, story.file, line, problem, mend)
    for step in story.steps:
        if not step.readme.is_file():
            problem, mend = "a step has one, and this one is missing", "write it as docs/authoring.md says"
            yield at_readme(step, 0, problem, mend, law=Law.STANDS_ALONE)
    for folder in folders_of(story):
        yield from check_folder(folder, story)
    for kata in story.katas:
        yield from check_kata(kata, story)


def folders_of(story: Story) -> Iterator[Folder]:
    """Yield the folders of a story."""
    for step in story.steps:
        yield from folders_of_step(step, story)
    steps = {README, *(step.name for step in story.steps)}
    how_to_name = f"name it in [own] files of {story.file.name} (a step is called step_NN_slug)"
    yield Folder(story.folder, steps, how_to_name)
    folders = {story.file.parent, *(kata.folder for kata in story.katas)}
    for path in sorted(folders - {story.top, story.folder}):
        yield Folder(path, OF_A_KATA, f"name it in {story.shown(story.file)}")


def folders_of_step(step: Step, story: Story) -> Iterator[Folder]:
    """Yield the folder of a step, and those of the packages in it."""
    known = {README, f"{story.module}.py"}
    known.update(file.name for file in find_translations(step.readme).values())
    for name in story.imports:
        known.add(name)
        # with a dot it is a file to read; else a module, or the folder of a package
        if "." not in name:
            known.add(f"{name}.py")
    yield Folder(step.folder, known, f"name a module or a file in [beside] of {story.file.name}")
    for name in story.imports:
        package = step.folder / name
        if package.is_dir():
            modules = {path.name for path in package.iterdir() if path.suffix == ".py" or path.is_dir()}
            yield Folder(package, modules, "put what the code reads beside the module")


def check_folder(folder: Folder, story: Story) -> Iterator[Violation]:
    """What is in a folder although nothing names it, or is a link; among the steps also what is hidden."""
    named = {*folder.known, *names_below(folder.path, story)}
    is_among_steps = folder.path.is_relative_to(story.folder)
    for file in sorted(folder.path.iterdir()):
        is_ignored = file.name[0] == "." and not is_among_steps
        if is_ignored or DROPPED.fullmatch(file.name):
            continue
        fault = explain_file(file, folder, named, is_among_folders_of_steps=folder.path == story.folder)
        if fault:
            yield Violation(Law.STANDS_ALONE, file, *fault)


def explain_file(
    file: Path, folder: Folder, named: Collection[str], *, is_among_folders_of_steps: bool
) -> Fault | None:
    """Say why a file should not be in a folder; None if it may be."""
    if file.is_symlink():
        return Fault(0, "is a link, and what it leads to may change", "put the file itself here")
    # a folder with the name of a module is imported in its place
    is_in_place_of_module = file.suffix == ".py" and file.is_dir()
    is_named = file.name in named and not is_in_place_of_module
    if is_named or is_the_plugin(file):
        return None
    step_name = suggest_step_name(file) if is_among_folders_of_steps else ""
    if step_name:
        return Fault(0, "is not called as a step is, step_NN_slug", f"rename it {step_name}")
    return Fault(0, "nothing names it", f"remove it, or {folder.how_to_name}")


def names_below(folder: Path, story: Story) -> Iterator[str]:
    """Yield the names in a folder that story.toml leads to, or to something in them."""
    named_paths = [*story.paths, story.folder, *(file.path for file in named_files(story))]
    for path in named_paths:
        if path.is_relative_to(folder) and path != folder:
            yield path.relative_to(folder).parts[0]


def check_plugin(story: Story) -> Iterator[Violation]:
    """Law 8: the plugin above the suite is the one that loads each step from its source."""
    for folder in story.suite.parents:
        if folder.is_relative_to(story.top) and is_the_plugin(folder / PLUGIN.name):
            return
    file = story.top / PLUGIN.name
    problem = "is missing: each suite needs that of the workspace"
    if file.is_file():
        problem = "is not the one of the workspace, which trusts no bytecode"
    yield Violation(Law.NO_BYTECODE, file, 0, problem, f"type {story.command('update')}")


def check_name(story: Story) -> Iterator[Violation]:
    """Each other story of the workspace with the same name: the name would mean both."""
    stories = Workspace(story.workspace).stories
    if story not in stories:
        return
    for other in stories:
        if other != story and other.name == story.name:
            problem = f"the story in {story.shown(other.file.parent)} has this name too"
            line = line_of_key(story.file, "name")
            yield Violation(Law.STANDS_ALONE, story.file, line, problem, "choose another one")


def named_files(story: Story) -> Iterator[NamedFile]:
    """Yield the modules and files that story.toml names."""
    for name in story.own.files:
        yield NamedFile("own.files: there is no", name, story.folder / name)
    modules = {f"verbs.{verb.name}": verb.module for verb in story.verbs}
    modules |= {"own.bench": story.own.bench, "own.pages": story.own.pages}
    for key, name in modules.items():
        if name:
            path = story.top.joinpath(*name.split("."))
            # a package, or a file
            if not path.is_dir():
                path = path.with_suffix(".py")
            yield NamedFile(f"{key}: there is no module", name, path)


def check_kata(kata: Kata, story: Story) -> Iterator[Violation]:
    """A kata has a statement, its cases are pairs with numbers from 01, and its links lead somewhere."""
    statement = kata.folder / README
    if not statement.is_file():
        problem = "a kata has a statement, and this one is missing"
        yield Violation(Law.STANDS_ALONE, statement, 0, problem, "write it")
    yield from check_case_files(kata, story)
    for page in (statement, kata.folder / FACILITATING):
        if page.is_file():
            yield from check_links(page)


def check_case_files(kata: Kata, story: Story) -> Iterator[Violation]:
    """The cases of a kata are pairs of files, with numbers from 01 and without a gap."""
    last = 0
    for file in sorted((kata.folder / "cases").glob("[!.]*")):
        match = CASE.fullmatch(file.stem)
        if file.suffix not in (GIVEN, EXPECTED, COMPLAINTS) or not match:
            mend = "name it like 08-the-rule-in-words.in"
            yield Violation(Law.STANDS_ALONE, file, 0, "is not a case", mend)
            continue
        other = file.with_suffix(EXPECTED if file.suffix == GIVEN else GIVEN)
        if not other.is_file():
            mend = "write it, or remove this one"
            # an output is not written by hand: the finished step prints it
            if other.suffix == EXPECTED and kata.program is not None:
                mend = f"{story.command(f'cases KATA={kata.name}')} writes it"
            yield Violation(Law.STANDS_ALONE, file, 0, f"has no {other.name} beside it", mend)
        number = int(match[1])
        if number not in (last, last + 1):
            problem = f"number {last + 1:02} is missing before it"
            yield Violation(Law.STANDS_ALONE, file, 0, problem, "renumber the cases")
            return
        last = number


def check_links(page: Path) -> Iterator[Violation]:
    """Each link on a page that leads to no file."""
    for link in page_links(read_text(page)):
        name = unquote(link.text.partition("#")[0])
        # with a colon it is an address
        if name and ":" not in name and not (page.parent / name).exists():
            mend = "write it, or mend the link"
            yield Violation(Law.TRUE_WORDS, page, link.line, f"there is no {name}", mend)


def check_characters(evidence: Evidence) -> Iterator[Violation]:
    """What is read as text is UTF-8 with the line ends of Unix, and hides nothing."""
    story = evidence.story
    texts = [story.file, story.hints, *(kata.rules for kata in story.katas)]
    for file in texts:
        if file:
            for fault in check_text(file):
                yield Violation(Law.TRUE_WORDS, file, *fault)
    code: list[Path] = []
    for step in story.steps:
        code += step.files
    code += sorted(story.suite.rglob("*.py"))
    for file in code:
        for fault in check_text(file):
            yield Violation(Law.STANDS_ALONE, file, *fault)
    for step in story.steps:
        for fault in check_text(step.readme):
            yield at_readme(step, *fault)


def check_text(file: Path) -> Iterator[Fault]:
    """Yield the first fault of each kind in the characters of a text; none if there is no file."""
    if not file.is_file():
        return
    content = file.read_bytes()
    if b"\r" in content:
        line = content[: content.index(b"\r")].count(b"\n") + 1
        problem = "has the line ends of Windows, or a carriage return"
        yield Fault(line, problem, "save it with those of Unix")
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        yield Fault(line, "is not UTF-8", "save it as UTF-8")
        return
    match = INVISIBLE.search(text)
    if match:
        line = text.count("\n", 0, match.start()) + 1
        yield Fault(line, f"has a character that no reader sees: U+{ord(match[0]):04X}", "remove it")
