"""`make new-step`, `make move-step` and `make drop-step`: the steps of a story in another order.

The number of a step stands in the name of its folder, in marks, hints, mutants, READMEs and story.toml: all
of them are rewritten together, or none is. `UNDO=1` takes the last change back.
"""

import re
import shutil
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from dojo.errors import UsageError
from dojo.gate.files import DROPPED
from dojo.gate.prose.readme import HEADINGS
from dojo.runner.cache import PLUGIN
from dojo.story.mutants import REST
from dojo.story.readme import QUESTION
from dojo.story.state import State
from dojo.story.steps import DRAFT, Step
from dojo.story.story import Story
from dojo.story.tests import ROWS
from dojo.wording import count_of, some_of

Texts = dict[Path, str]
KINDS = ("test first", "refactoring")
SHARED = {ROWS, REST, PLUGIN.name}
"""The files that are the same in all stories: they mention no step of any."""
MENTION = re.compile(
    r"(?<![A-Za-z])(?:step_\d\d(?!\d)|step-\d+\b|STEPS?=\d+(?:-\d+)?|--step[ =]\d+(?:-\d+)?"
    r"|(?:drives|guards)\(\s*(?:step=)?\d+"
    r"|(?:# )?[Ss]teps?\s+\d\d?\b(?:(?:,?\s+(?:and|or|to)\s+|,\s+|–)\d\d?\b)*)"
    r"|^step: \d+$",
    re.MULTILINE,
)
"""`step_07`, `step-7`, `STEP=7`, `--step 7-9`, `drives(7`, `steps 7, 8 and 10`, and the field of a mutant."""
NUMBER = re.compile(r"\d+")
HINT = re.compile(r"^ {0,3}\d+(?= )", re.MULTILINE)
KEY = re.compile(r"^\s*(?:finished|program)\s*=\s*\d+", re.MULTILINE)


def plain_letters(text: str) -> str:
    """The letters a to z and the digits of a text, with a `_` in place of all others."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def new_step(story: Story, title: str, before: Step, kind: str = KINDS[0]) -> None:
    """Add a copy of a step behind it.

    Raises UsageError, or OSError.
    """
    title = " ".join(title.split())
    slug = plain_letters(title)
    if not slug:
        raise UsageError('a title, please, with letters a to z, or digits: make new-step TITLE="Centuries"')
    place = story.steps.index(before) + 1
    folder = story.folder / f"step_{place:02}_{slug}"
    files = {folder / file.name: read(file, story) for file in before.files}
    files[folder / "README.md"] = readme(place, title, before.chapter, kind)
    said = f"{story.shown(folder)}/  {'  '.join(sorted(file.name for file in files))}"
    rearrange(story, [*story.steps[:place], None, *story.steps[place:]], said, "new-step", files)
    if kind == KINDS[0]:
        print(f"\nNext:\n  write a test into {story.shown(story.suite)}/, and mark it drives({place}, …)")
        print(f"  {story.command(f'step-{place} red')}\n  {story.command('todo')}    what is missing")


def move_step(story: Story, step: Step, target: Step) -> None:
    """Move a step behind another one; raises UsageError, or OSError."""
    order = [one for one in story.steps if one != step]
    order.insert(order.index(target) + 1 if target != step else step.number, step)
    if order == story.steps:
        raise UsageError(f"step {step.number} is there already")
    if order[0] != story.steps[0]:
        raise UsageError("step 0 is the start, and stays first")
    said = f"step {step.number}, {step.title}, is step {order.index(step)} now."
    rearrange(story, order, said, "move-step")


def drop_step(story: Story, step: Step) -> None:
    """Remove a step; what it changed belongs to the next step then, and so do its tests.

    Raises UsageError.
    """
    if not step.number or len(story.steps) < 3:
        raise UsageError(f"step {step.number} stays: a story has a start and another step")
    order = [one for one in story.steps if one != step]
    said = f"step {step.number}, {step.title}, is gone. Its tests belong to step"
    rearrange(story, order, f"{said} {min(step.number, len(order) - 1)} now.", "drop-step")


def rearrange(
    story: Story, order: Sequence[Step | None], said: str, verb: str, new: Texts | None = None
) -> None:
    """Number the steps in this order, wherever one is mentioned; say what was done, and how to undo it.

    None is the place of a new step, whose texts are given. What was said of a step that goes is said of the
    next one, or of the last.
    """
    before, after = texts(story), new or {}
    gone = {step.folder for step in story.steps if step not in order}
    numbers = {step.number: min(step.number, len(order) - 1) for step in story.steps}
    numbers |= {step.number: n for n, step in enumerate(order) if step}

    def other(found: re.Match[str]) -> str:
        padded = found[0].startswith(("step_", "# "))

        def renumber(digits: re.Match[str]) -> str:
            width = 2 if padded or digits[0].startswith("0") else 1
            return f"{numbers.get(int(digits[0]), int(digits[0])):0{width}}"

        return NUMBER.sub(renumber, found[0])

    for file, text in before.items():
        if file.parent not in gone:
            is_of_a_step = file.parent.parent == story.folder
            folder = story.folder / MENTION.sub(other, file.parent.name) if is_of_a_step else file.parent
            changed = MENTION.sub(other, text)
            own = {story.hints: HINT, story.file: KEY}.get(file)
            after[folder / file.name] = own.sub(other, changed) if own else changed
    write(before, after)
    saved = [{str(file): text for file, text in one.items()} for one in (before, after)]
    State(story.workspace).keep_last_change(story.name, saved)
    print(said)
    if moved := sum(one.number != n for n, one in enumerate(order) if one):
        fill = story.command("todo FILL=1")
        print(f"{count_of(moved, 'step')} with another number. Quotations follow with {fill}")
    print(f"To take it back: {story.command(f'{verb} UNDO=1')}")


def undo(story: Story) -> None:
    """Take back the last change of the steps; raises UsageError if a file has changed since."""
    saved = State(story.workspace).last_change(story.name)
    if not saved:
        raise UsageError(f"nothing to undo: no step of {story.name} was made, moved or dropped")
    before, after = ({Path(file): text for file, text in saved[n].items()} for n in (0, 1))
    if changed := [file for file in after if not file.is_file() or read(file, story) != after[file]]:
        names = some_of([*map(story.shown, changed)], 1)
        raise UsageError(f"{names} changed since: undo it by hand, or with git")
    write(after, before)
    State(story.workspace).keep_last_change(story.name, None)
    print(f"The steps of {story.name} are as before.")


def readme(number: int, title: str, chapter: str, kind: str) -> str:
    """A README with its head and its headings; the rest is the author's."""
    head = [f"# Step {number:02} · {title}", f"*Chapter {chapter} · {kind}*"]
    headings = [f"## {heading}" for heading in HEADINGS[kind][0]]
    return "\n\n".join([*head, *headings, f"- {DRAFT}", f"{QUESTION}{DRAFT}"]) + "\n"


def texts(story: Story) -> Texts:
    """The texts of a story that may mention a step; raises UsageError if one is not UTF-8."""
    folders = [story.file.parent, story.folder, story.suite, *filter(None, [story.mutants])]
    folders += [step.folder for step in story.steps] + [kata.folder for kata in story.katas]
    files = {file for folder in folders for file in folder.iterdir() if file.suffix in (".py", ".md")}
    files |= {story.file, *filter(None, [story.hints, *(kata.rules for kata in story.katas)])}
    return {file: read(file, story) for file in sorted(files) if file.name not in SHARED}


def read(file: Path, story: Story) -> str:
    """The text of a file, with the line ends that it has; raises UsageError."""
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
            file.parent.mkdir(exist_ok=True)
            file.write_bytes(text.encode())
    for file in before.keys() - after.keys():
        file.unlink(missing_ok=True)
    for folder in {file.parent for file in before} - {file.parent for file in after}:
        if folder.is_dir() and all(DROPPED.fullmatch(one.name) for one in folder.iterdir()):
            shutil.rmtree(folder)
