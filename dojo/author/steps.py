"""`make new-step`, `make move-step` and `make drop-step`: the steps of a story in another order.

The number of a step is in the name of its folder, in marks, hints, mutants, READMEs and story.toml: all of
them are rewritten together, or none is. `UNDO=1` takes the last change back.
"""

import re
import shutil
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dojo.author.renumber import folder_of_step, renumber_path, renumber_text
from dojo.errors import UsageError
from dojo.gate.files import DROPPED
from dojo.gate.prose.readme import HEADINGS
from dojo.runner.cache import PLUGIN
from dojo.story.mutants import REST
from dojo.story.readme import QUESTION
from dojo.story.state import StepsChange, WorkspaceState
from dojo.story.steps import DRAFT, Step, StepKind
from dojo.story.story import Story
from dojo.story.tests import ROWS
from dojo.wording import count_of, some_of

Texts = dict[Path, str]
# The files that are the same in all stories: they mention no step of any.
SHARED = {ROWS, REST, PLUGIN.name}
MAX_NUMBER = 99  # the number of a step has two digits in the name of its folder
MIN_STEPS = 2  # a story has a start and another step


def plain_letters(text: str) -> str:
    """Return the letters a to z and the digits of a text, with a `_` in place of all others."""
    # an apostrophe is inside a word: "can't" is one word, and not "can" and "t"
    text = re.sub("['’]", "", text)
    # what is no letter with an accent has no plain form of its own
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss")).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def new_step(story: Story, title: str, before: Step, kind: StepKind = StepKind.TEST_FIRST) -> None:
    """Add a copy of a step behind it; raises UsageError, or OSError."""
    title, slug = read_title(title, story.command('new-step TITLE="Centuries"'))
    number = story.steps.index(before) + 1
    if len(story.steps) > MAX_NUMBER:
        raise UsageError(f"step {MAX_NUMBER} is the last number that a story has: drop a step first")
    folder = story.folder / f"step_{number:02}_{slug}"
    texts: Texts = {}
    for file in (*before.files, *before.data):
        texts[folder / before.name_in(file)] = read(file, story)
    texts[folder / "README.md"] = readme(number, title, before.chapter, kind)
    order = [*story.steps[:number], None, *story.steps[number:]]
    names = sorted([file.name for file in texts])
    done = f"{story.shown(folder)}/  {'  '.join(names)}"
    rearrange(story, order, done, "new-step", texts)
    if kind == StepKind.TEST_FIRST:
        print(f"\nNext:\n  write a test into {story.shown(story.suite)}/, and mark it drives({number}, …)")
        print(f"  {story.command(f'step-{number} red')}\n  {story.command('todo')}    what is missing")


def read_title(text: str, example: str) -> tuple[str, str]:
    """Return a title, and what it is in the name of a folder. Raises UsageError, which shows an example."""
    title = " ".join(text.split())
    slug = plain_letters(title)
    if not slug:
        raise UsageError(f"a title, please, with letters a to z, or digits: {example}")
    return title, slug


def rename_step(story: Story, step: Step, title: str) -> None:
    """Give a step another title: its folder, the head of its README, and wherever its folder is named.

    Raises UsageError, or OSError.
    """
    title, slug = read_title(title, story.command(f'step-{step.number} rename-step TITLE="Centuries"'))
    folder = story.folder / f"step_{step.number:02}_{slug}"
    old_heading = f"# Step {step.number:02} · {step.title}"
    heading = f"# Step {step.number:02} · {title}"
    if folder == step.folder and heading == old_heading:
        raise UsageError(f"step {step.number} is called {title} already")
    before = read_texts(story)
    after: Texts = {}
    for file, text in before.items():
        new_text = text.replace(step.name, folder.name)
        if file == step.readme and text.startswith(f"{old_heading}\n"):
            new_text = heading + new_text[len(old_heading) :]
        # a step may have packages, whose files are in folders of their own
        is_of_step = file.is_relative_to(step.folder)
        new_file = folder / step.name_in(file) if is_of_step else file
        after[new_file] = new_text
    write(before, after)
    WorkspaceState(story.workspace).keep_last_change(story.name, StepsChange(before, after))
    print(f"step {step.number} is called {title} now: {story.shown(folder)}/")
    print(f"To take it back: {story.command('rename-step UNDO=1')}")


def move_step(story: Story, step: Step, target: Step) -> None:
    """Move a step behind another one; raises UsageError, or OSError."""
    order: list[Step | None] = [*story.steps]
    order.remove(step)
    # behind itself is where it is
    place = step.number if target == step else order.index(target) + 1
    order.insert(place, step)
    if order == story.steps:
        raise UsageError(f"step {step.number} is there already")
    if order[0] != story.steps[0]:
        raise UsageError("step 0 is the start, and stays first")
    done = f"step {step.number}, {step.title}, is step {order.index(step)} now."
    rearrange(story, order, done, "move-step")


def drop_step(story: Story, step: Step) -> None:
    """Remove a step; what it changed belongs to the next step then, and so do its tests.

    Raises UsageError, or OSError.
    """
    if not step.number or len(story.steps) <= MIN_STEPS:
        raise UsageError(f"step {step.number} stays: a story has a start and another step")
    order = [*story.steps]
    order.remove(step)
    heir = min(step.number, len(order) - 1)
    done = f"step {step.number}, {step.title}, is gone. Its tests belong to step {heir} now."
    rearrange(story, order, done, "drop-step")


def rearrange(
    story: Story, order: Sequence[Step | None], done: str, verb: str, new_texts: Texts | None = None
) -> None:
    """Number the steps in this order, wherever one is mentioned; say what was done, and how to undo it.

    None is the place of a new step, whose texts are given. What was said of a step that goes is said of the
    next one, or of the last.
    """
    numbers: dict[int, int] = {}
    moved = 0
    gone_folders = []
    for step in story.steps:
        if step in order:
            numbers[step.number] = order.index(step)
            if numbers[step.number] != step.number:
                moved += 1
        else:
            # the step that has its number then, or the last one
            numbers[step.number] = min(step.number, len(order) - 1)
            gone_folders.append(step.folder)
    before = read_texts(story)
    after = dict(new_texts or {})
    for file, text in before.items():
        if folder_of_step(file, story) not in gone_folders:
            after[renumber_path(file, numbers, story)] = renumber_text(file, text, numbers, story)
    write(before, after)
    WorkspaceState(story.workspace).keep_last_change(story.name, StepsChange(before, after))
    print(done)
    if moved:
        fill = story.command("todo FILL=1")
        print(f"{count_of(moved, 'step')} with another number. Quotations follow with {fill}")
    print(f"To take it back: {story.command(f'{verb} UNDO=1')}")


def undo(story: Story) -> None:
    """Take back the last change of the steps; raises UsageError if a file has changed since."""
    change = WorkspaceState(story.workspace).last_change(story.name)
    if not change:
        problem = f"nothing to undo: no step of {story.name} was made, moved or dropped"
        raise UsageError(f"{problem} since the last undo; only the last change can be taken back")
    changed = []
    for file, text in change.after.items():
        if not file.is_file() or read(file, story) != text:
            changed.append(story.shown(file))
    if changed:
        raise UsageError(f"{some_of(changed, 1)} changed since: undo it by hand, or with git")
    write(change.after, change.before)
    WorkspaceState(story.workspace).forget_last_change(story.name)
    print(f"The steps of {story.name} are as before.")


def readme(number: int, title: str, chapter: str, kind: StepKind) -> str:
    """Return a README with its head and its headings; the rest is the author's."""
    head = [f"# Step {number:02} · {title}", f"*Chapter {chapter} · {kind}*"]
    headings = [f"## {heading}" for heading in HEADINGS[kind][0]]
    return "\n\n".join([*head, *headings, f"- {DRAFT}", f"{QUESTION}{DRAFT}"]) + "\n"


def read_texts(story: Story) -> Texts:
    """Return the texts of a story that may mention a step; raises UsageError if one is not UTF-8."""
    texts: Texts = {}
    for file in sorted(set(list_files(story))):
        if file.name not in SHARED:
            texts[file] = read(file, story)
    return texts


def list_files(story: Story) -> Iterator[Path]:
    """Yield the files of a story that may mention a step."""
    folders = [story.file.parent, story.folder, story.suite]
    if story.mutants:
        folders.append(story.mutants)
    yield story.file
    if story.hints:
        yield story.hints
    for step in story.steps:
        folders.append(step.folder)
        yield from step.beside.values()
    for kata in story.katas:
        folders.append(kata.folder)
        if kata.rules:
            yield kata.rules
    for folder in folders:
        for file in folder.iterdir():
            if file.suffix in (".py", ".md"):
                yield file


def read(file: Path, story: Story) -> str:
    """Return the text of a file, with the line ends that it has; raises UsageError."""
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError:
        raise UsageError(f"{story.shown(file)}: this is not UTF-8; save it as UTF-8") from None


def write(before: Mapping[Path, str], after: Mapping[Path, str]) -> None:
    """Write all texts or none: if that fails, or at Ctrl-C, all is as before."""
    try:
        replace_files(before, after)
    except BaseException:
        replace_files(after, before)
        raise


def replace_files(before: Mapping[Path, str], after: Mapping[Path, str]) -> None:
    """Write the texts that are new or other, and remove those that are gone, with their folders."""
    for file, text in after.items():
        if before.get(file) != text or not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
    for file in before.keys() - after.keys():
        file.unlink(missing_ok=True)
    kept_folders = {file.parent for file in after}
    # a package before the step that it is in
    for folder in sorted({file.parent for file in before}, reverse=True):
        if folder not in kept_folders and folder.is_dir() and has_nothing_of_an_author(folder):
            shutil.rmtree(folder)


def has_nothing_of_an_author(folder: Path) -> bool:
    """True if a folder has nothing but what Python and editors leave there."""
    return all(DROPPED.fullmatch(file.name) for file in folder.iterdir())
