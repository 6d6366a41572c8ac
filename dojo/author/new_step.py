"""`make new-step TITLE="Centuries"`: copies the last step, or another one (AFTER=3), for a new story."""

import shutil
import subprocess
from collections.abc import Iterable

from dojo.attempt.attempt import NAME, list_folders
from dojo.author.numbers import Renumbering
from dojo.author.renumbering import Renumbered, all_renumbered, copied
from dojo.drafts.letters import in_plain_letters
from dojo.drafts.writing import write
from dojo.errors import Mistake
from dojo.gate.prose.readme import HEADINGS
from dojo.screen.words import counted
from dojo.story.readme import QUESTION
from dojo.story.steps import Step
from dojo.story.story import Story
from dojo.story.workspace import Workspace

LAST = 99
"""A folder gives the number of its step in two digits."""
MOST = 12
"""At most so many lines of a file are listed."""
KINDS = ("test first", "refactoring")


def new_step(workspace: Workspace, story: Story, title: str, after: str = "", kind: str = "") -> None:
    """Make the step, move the steps after it up, and say what is left to do; raises Mistake, or Trouble."""
    title, kind = " ".join(title.split()), kind or "test first"
    if kind not in KINDS:
        raise Mistake(f"KIND is {' or '.join(KINDS)}, not {kind}")
    before = the_step(story, after)
    if story.steps[-1].number >= LAST:
        raise Mistake(f"there is no step {LAST + 1}: a folder has two digits for its number")
    folder = f"step_{before.number + 1:02}_{slug(title)}"
    by = Renumbering(story, before.number, folder)
    found = all_renumbered(by, workspace) if before != story.steps[-1] else Renumbered()
    nothing_to_lose(story, found)
    files = copied(before) | {"README.md": readme(before, title, kind).encode()}
    found.changes.files |= {story.folder / folder / name: content for name, content in files.items()}
    write(found.changes, story.file.parent)
    tell(by, found, files, kind)


def the_step(story: Story, after: str) -> Step:
    """The step that the new one follows; raises Mistake."""
    numbers = {str(step.number): step for step in story.steps}
    if not after:
        return story.steps[-1]
    if after not in numbers:
        first, *_, last = numbers
        raise Mistake(f"AFTER is the number of a step, {first} to {last}, not {after}")
    return numbers[after]


def slug(title: str) -> str:
    """“Every 4th year” → every_4th_year; raises Mistake if nothing is left."""
    if not title:
        raise Mistake('a title, please: make new-step TITLE="Centuries"')
    if found := in_plain_letters(title, between="_"):
        return found
    raise Mistake(f"{title!r} gives no name for a folder: a title has letters a to z, or digits")


def readme(before: Step, title: str, kind: str) -> str:
    """Its head and its headings; the words below them are the author's."""
    headings = "".join(f"## {heading}\n\n" for heading in HEADINGS[kind][0])
    head = f"# Step {before.number + 1:02} · {title}\n\n*Chapter {before.chapter} · {kind}*\n\n"
    return f"{head}{headings}{QUESTION.strip()}\n"


def nothing_to_lose(story: Story, found: Renumbered) -> None:
    """Raises Mistake if a file that would change has changes that are not committed."""
    old = [folder for folder, _ in found.changes.moved] + [
        file for file in found.changes.files if file.exists()
    ]
    if not old or not shutil.which("git"):
        return
    command = ["git", "status", "--porcelain", "-z", "--", *map(str, old)]
    asked = subprocess.run(command, cwd=story.file.parent, capture_output=True, text=True)
    if changed := [one[3:] for one in asked.stdout.split("\0") if one]:
        more = f" and {len(changed) - 1} more" if changed[1:] else ""
        raise Mistake(f"{changed[0]}{more}: commit this first, so that you can tell it from what moves up")


def tell(by: Renumbering, found: Renumbered, files: Iterable[str], kind: str) -> None:
    """Say what was made, what has moved, what to look at, and what to do next."""
    names = sorted(files)
    print(f"{by.story.shown(by.story.folder / by.new)}/  {'  '.join(names)}")
    if moved := len(found.changes.moved):
        others = counted(len(found.changes.files) - len(names), "file")
        print(f"{counted(moved, 'step')} moved up by one; {others} changed with them.")
        attempts(by.story)
    if found.look:
        print("\nLook at these lines: they mention a step, and only you know which one they mean.")
        for file, lines in found.look.items():
            more = f" and {len(lines) - MOST} more" if len(lines) > MOST else ""
            print(f"  {by.story.shown(file)}:{','.join(map(str, lines[:MOST]))}{more}")
    to_do(by.story, by.after + 1, kind)


def attempts(story: Story) -> None:
    """Say what happens to the attempts that are under way."""
    under_way = [one for kata in story.katas for one in list_folders(kata.attempts) if NAME.fullmatch(one)]
    if under_way:
        print(
            f"{counted(len(under_way), 'attempt')} under way: a test that you write for the new step comes"
            " next for whoever is past it. Nothing else changes for them."
        )


def to_do(story: Story, number: int, kind: str) -> None:
    """Say what comes next."""
    print("\nNext:")
    if kind == "test first":
        print(f"  write a test into {story.shown(story.suite)}/, and mark it drives({number}, …)")
        print(f"  {story.command(f'step-{number} red')}")
    print(f"  {story.command('todo')}    what is missing")
    if story.pages:
        print("  make contents    the tables of the pages")
