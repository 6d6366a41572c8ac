"""`make new-step`, `make move-step` and `make drop-step`: the steps of a story in another order.

The number of a step is in the name of its folder, in marks, hints, mutants, READMEs and story.toml: all of
them are rewritten together, or none is. `UNDO=1` takes the last change back.
"""

import re
import shutil
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from dojo.errors import UsageError
from dojo.gate.files import DROPPED
from dojo.gate.prose.readme import HEADINGS
from dojo.runner.cache import PLUGIN
from dojo.story.languages import TRANSLATION
from dojo.story.mutants import REST
from dojo.story.readme import QUESTION
from dojo.story.state import State
from dojo.story.steps import DRAFT, Step, StepKind
from dojo.story.story import Story
from dojo.story.tests import ROWS
from dojo.wording import count_of, some_of

Texts = dict[Path, str]
# The files that are the same in all stories: they mention no step of any.
SHARED = {ROWS, REST, PLUGIN.name}
# `step_07`, `step-7`, `STEP=7`, `--step 7-9`, `drives(7`, `steps 7, 8 and 10`, and the field of a mutant.
MENTION = re.compile(
    r"(?<![A-Za-z])(?:step_\d\d(?!\d)|step-\d+\b|STEPS?=\d+(?:-\d+)?|--step[ =]\d+(?:-\d+)?"
    r"|(?:drives|guards)\(\s*(?:step=)?\d+"
    r"|(?:# )?[Ss]teps?\s+\d\d?\b(?:(?:,?\s+(?:and|or|to)\s+|,\s+|–)\d\d?\b)*)"
    r"|^step: \d+$",
    re.MULTILINE,
)
NUMBER = re.compile(r"\d+")
# the first line of a README in another language: `# Schritt 07 · Ein Paar`
FOREIGN_HEAD = re.compile(r"\A# (?!Step )\D*?\d\d\b")
HINT = re.compile(r"^ {0,3}\d+(?= )", re.MULTILINE)
KEY = re.compile(r"^\s*(?:finished|program)\s*=\s*\d+", re.MULTILINE)
MAX_NUMBER = 99  # the number of a step has two digits in the name of its folder
MIN_STEPS = 2  # a story has a start and another step


def plain_letters(text: str) -> str:
    """Return the letters a to z and the digits of a text, with a `_` in place of all others."""
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
    files = {folder / before.name_in(file): read(file, story) for file in (*before.files, *before.data)}
    files[folder / "README.md"] = readme(number, title, before.chapter, kind)
    order = [*story.steps[:number], None, *story.steps[number:]]
    names = sorted(file.name for file in files)
    done = f"{story.shown(folder)}/  {'  '.join(names)}"
    rearrange(story, order, done, "new-step", files)
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
        new_file = folder / file.name if file.parent == step.folder else file
        after[new_file] = new_text
    write(before, after)
    keep_for_undo(story, before, after)
    print(f"step {step.number} is called {title} now: {story.shown(folder)}/")
    print(f"To take it back: {story.command('rename-step UNDO=1')}")


def keep_for_undo(story: Story, before: Texts, after: Texts) -> None:
    """Keep the texts before and after a change, so that it can be taken back."""
    saved = [{str(file): text for file, text in texts.items()} for texts in (before, after)]
    State(story.workspace).keep_last_change(story.name, saved)


def move_step(story: Story, step: Step, target: Step) -> None:
    """Move a step behind another one; raises UsageError, or OSError."""
    order: list[Step | None] = [other for other in story.steps if other != step]
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
    order = [other for other in story.steps if other != step]
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
    numbers = {step.number: min(step.number, len(order) - 1) for step in story.steps}
    moved = 0
    for number, step in enumerate(order):
        if step:
            numbers[step.number] = number
            moved += step.number != number
    gone_folders = {step.folder for step in story.steps if step not in order}
    before = read_texts(story)
    after = dict(new_texts or {})
    for file, text in before.items():
        if folder_of_step(file, story) not in gone_folders:
            after[rename(file, numbers, story)] = renumber_text(file, text, numbers, story)
    write(before, after)
    keep_for_undo(story, before, after)
    print(done)
    if moved:
        fill = story.command("todo FILL=1")
        print(f"{count_of(moved, 'step')} with another number. Quotations follow with {fill}")
    print(f"To take it back: {story.command(f'{verb} UNDO=1')}")


def rename(file: Path, numbers: Mapping[int, int], story: Story) -> Path:
    """Return where a file of a story is when its steps have other numbers."""
    step = folder_of_step(file, story)
    if not step:
        return file
    return story.folder / renumber(MENTION, step.name, numbers) / file.relative_to(step)


def folder_of_step(file: Path, story: Story) -> Path | None:
    """Return the folder of the step that a file belongs to; None if it belongs to none."""
    for step in story.steps:
        if file.is_relative_to(step.folder):
            return step.folder
    return None


def renumber_text(file: Path, text: str, numbers: Mapping[int, int], story: Story) -> str:
    """Return the text of a file of a story when its steps have other numbers; data stays as it is."""
    if folder_of_step(file, story) and file.suffix not in (".py", ".md"):
        return text
    text = renumber(MENTION, text, numbers)
    # in these, a number alone is that of a step
    if file == story.hints:
        return renumber(HINT, text, numbers)
    if file == story.file:
        return renumber(KEY, text, numbers)
    if TRANSLATION.fullmatch(file.name):
        return renumber(FOREIGN_HEAD, text, numbers)
    return text


def renumber(mention: re.Pattern[str], text: str, numbers: Mapping[int, int]) -> str:
    """Return a text with other numbers of steps, wherever the pattern finds some."""

    def replace_numbers(match: re.Match[str]) -> str:
        has_two_digits = match[0].startswith(("step_", "# "))

        def replace_number(digits: re.Match[str]) -> str:
            width = 2 if has_two_digits or digits[0].startswith("0") else 1
            number = int(digits[0])
            return f"{numbers.get(number, number):0{width}}"

        return NUMBER.sub(replace_number, match[0])

    return mention.sub(replace_numbers, text)


def undo(story: Story) -> None:
    """Take back the last change of the steps; raises UsageError if a file has changed since."""
    saved = State(story.workspace).last_change(story.name)
    if not saved:
        problem = f"nothing to undo: no step of {story.name} was made, moved or dropped"
        raise UsageError(f"{problem} since the last undo; only the last change can be taken back")
    before, after = ({Path(file): text for file, text in texts.items()} for texts in saved)
    changed = []
    for file, text in after.items():
        if not file.is_file() or read(file, story) != text:
            changed.append(story.shown(file))
    if changed:
        raise UsageError(f"{some_of(changed, 1)} changed since: undo it by hand, or with git")
    write(after, before)
    State(story.workspace).keep_last_change(story.name, None)
    print(f"The steps of {story.name} are as before.")


def readme(number: int, title: str, chapter: str, kind: StepKind) -> str:
    """Return a README with its head and its headings; the rest is the author's."""
    head = [f"# Step {number:02} · {title}", f"*Chapter {chapter} · {kind}*"]
    headings = [f"## {heading}" for heading in HEADINGS[kind][0]]
    return "\n\n".join([*head, *headings, f"- {DRAFT}", f"{QUESTION}{DRAFT}"]) + "\n"


def read_texts(story: Story) -> Texts:
    """Return the texts of a story that may mention a step; raises UsageError if one is not UTF-8."""
    files = {file for file in list_files(story) if file.name not in SHARED}
    return {file: read(file, story) for file in sorted(files)}


def list_files(story: Story) -> Iterator[Path]:
    """Yield the files of a story that may mention a step."""
    folders = [story.file.parent, story.folder, story.suite]
    if story.mutants:
        folders.append(story.mutants)
    folders += [step.folder for step in story.steps]
    folders += [kata.folder for kata in story.katas]
    for folder in folders:
        for file in folder.iterdir():
            if file.suffix in (".py", ".md"):
                yield file
    yield story.file
    for step in story.steps:
        yield from step.beside.values()
    for named in (story.hints, *(kata.rules for kata in story.katas)):
        if named:
            yield named


def read(file: Path, story: Story) -> str:
    """Return the text of a file, with the line ends that it has; raises UsageError."""
    try:
        return file.read_bytes().decode()
    except UnicodeDecodeError:
        raise UsageError(f"{story.shown(file)}: this is not UTF-8; save it as UTF-8") from None


def write(before: Texts, after: Texts) -> None:
    """Write all texts or none: if that fails, or at Ctrl-C, all is as before."""
    try:
        change(before, after)
    except BaseException:
        change(after, before)
        raise


def change(before: Texts, after: Texts) -> None:
    """Write the texts that are new or other, and remove those that are gone, with their folders."""
    for file, text in after.items():
        if before.get(file) != text or not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
    for file in before.keys() - after.keys():
        file.unlink(missing_ok=True)
    gone = {file.parent for file in before} - {file.parent for file in after}
    # a package before the step that it is in
    for folder in sorted(gone, reverse=True):
        # what an author keeps there otherwise stays
        if folder.is_dir() and all(DROPPED.fullmatch(file.name) for file in folder.iterdir()):
            shutil.rmtree(folder)
