"""`make add STORY=https://…/story.git`: a story by its address; `make stories`: which there are.

A story is cloned at its newest tag, into `stories/`. What it says of itself is shown, with its licence,
before anybody is asked. Until then, nothing of it is run: only text is read.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dojo import bootstrap
from dojo.errors import EnvironmentProblem, UsageError
from dojo.files import new_folder, relative_path
from dojo.git import call_git
from dojo.story.languages import ORIGINAL
from dojo.story.state import WorkspaceState
from dojo.story.story import FILE, Story
from dojo.story.workspace import Workspace, is_address
from dojo.wording import join_names

STORIES = "stories"
# an address can name a program to run, `ext::sh -c …`: git gets these ways and no others
PROTOCOLS = "https:http:ssh:git:file"
LICENCES = ("LICENSE*", "LICENCE*", "COPYING*")
# a tag that is a version: v1.2
VERSION = re.compile(r"v?(\d+(?:\.\d+)*)")
# a line of git's that says why it failed begins with it
FATAL = "fatal: "
MAX_LICENCE_LINES = 3  # that are shown before somebody agrees
CLONE_S = 120.0


class Candidate(NamedTuple):
    """A clone of a story that nobody has agreed to yet.

    Attributes:
        folder: where it lies.
        version: its tag, or else the beginning of its commit.
        stories: the stories in it.
    """

    folder: Path
    version: str
    stories: list[Story]


def add(workspace: Workspace, address: str, tag: str, out: Console, *, is_agreed: bool) -> Story:
    """Clone a story, show what it is, and add it to the workspace if somebody agrees; return it.

    Takes a tag, or nothing for the newest. Raises UsageError, EnvironmentProblem.
    """
    example = "https://example.org/tennis.git"
    if not address:
        raise UsageError(f"add which story? For example: {bootstrap.command()} add STORY={example}")
    if not is_address(address):
        raise UsageError(f"{address} is no address: add STORY={example}, or name a folder as STORY=")
    name = name_of(address)
    folder = workspace.top / STORIES / name
    if folder.exists():
        there = relative_path(workspace.top, folder)
        raise UsageError(f"{there} is there already: STORY={there}; to add it anew, move that folder away")
    with TemporaryDirectory(ignore_cleanup_errors=True) as temporary:
        candidate = clone(address, tag, Path(temporary).resolve() / name)
        show(candidate, address, out)
        if not is_agreed and not ask(out):
            raise UsageError("nothing was added")
        folder.parent.mkdir(exist_ok=True)
        with new_folder(folder) as draft:
            shutil.copytree(candidate.folder, draft, symlinks=True, dirs_exist_ok=True)
    stories = read_stories(workspace, folder)
    for story in stories:
        WorkspaceState(workspace.top).add_visited_story(story.file.parent)
    story = stories[0]
    out.print(f"\n{relative_path(workspace.top, folder)}/ is yours to read and to do:\n", highlight=False)
    out.print(f"  {story.command('progress')}", highlight=False, soft_wrap=True)
    if story.katas:
        out.print(f"  {story.command('start NAME=tables-3')}", highlight=False, soft_wrap=True)
    return story


def find_added(workspace: Workspace, address: str) -> Story | None:
    """Return the first story of an address that was added before, if there is one; raises UsageError."""
    folder = workspace.top / STORIES / name_of(address)
    stories = read_stories(workspace, folder) if folder.is_dir() else []
    return stories[0] if stories else None


def name_of(address: str) -> str:
    """Return what the folder of a story is called: the last part of its address; raises UsageError."""
    name = re.split(r"[/:]", address.rstrip("/"))[-1].removesuffix(".git")
    if not re.fullmatch(r"\w[\w.-]*", name):
        raise UsageError(f"{address} does not end with the name of a repository")
    return name


def clone(address: str, tag: str, folder: Path) -> Candidate:
    """Clone a repository at a tag, or its newest, or else as it is. Raises UsageError, EnvironmentProblem."""
    tag = tag or newest_tag(run_git("ls-remote", "--tags", "--refs", "--", address))
    at_tag = ["--branch", tag] if tag else []
    run_git("clone", "--quiet", "--depth=1", "--no-recurse-submodules", *at_tag, "--", address, str(folder))
    stories = read_stories(Workspace(folder), folder)
    if not stories:
        raise UsageError(
            f"there is no {FILE} at the top of {address}, in steps/ or in katas/: it is no story"
        )
    return Candidate(
        folder, tag or run_git("-C", str(folder), "rev-parse", "--short", "HEAD").strip(), stories
    )


def newest_tag(listed: str) -> str:
    """Return the tag with the highest version, from what `git ls-remote` prints; nothing if none has one."""
    versions: dict[str, list[int]] = {}
    for line in listed.splitlines():
        name = line.rpartition("refs/tags/")[2]
        match = VERSION.fullmatch(name)
        if match:
            versions[name] = [int(part) for part in match[1].split(".")]
    return max(versions, key=versions.__getitem__, default="")


def run_git(*words: str) -> str:
    """Return what git prints. Raises UsageError with what it says, EnvironmentProblem without git."""
    # neither a hook of a template nor a program that watches files
    quiet = ("-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false")
    settings = {"GIT_ALLOW_PROTOCOL": PROTOCOLS, "GIT_TERMINAL_PROMPT": "0"}
    try:
        done = call_git(*quiet, *words, settings=settings, timeout_s=CLONE_S)
    except FileNotFoundError:
        raise EnvironmentProblem("git is missing: install it, or clone the story elsewhere") from None
    except subprocess.TimeoutExpired:
        raise UsageError(
            f"git {words[0]} was not done after {CLONE_S:.0f} seconds: is there a network?"
        ) from None
    if done.returncode:
        raise UsageError(f"git {words[0]}: {reason(done.stderr.decode(errors='replace'))}")
    return done.stdout.decode(errors="replace")


def reason(message: str) -> str:
    """Return why git failed, from what it printed: after the reason comes advice that fits every call."""
    lines = message.strip().splitlines()
    for line in lines:
        if line.startswith(FATAL):
            return line.removeprefix(FATAL)
    return lines[-1] if lines else "it says nothing"


def read_stories(workspace: Workspace, folder: Path) -> list[Story]:
    """Return the stories in a repository; raises BadFile for one that cannot be read."""
    stories = []
    for place in Workspace(folder).folders:
        # a link may lead out of the repository
        if place.is_relative_to(folder):
            stories.append(workspace.at(place))
    return stories


def show(candidate: Candidate, address: str, out: Console) -> None:
    """Show what a story says of itself, and its licence."""
    out.print(f"{escape(address)}, {escape(candidate.version)}\n", highlight=False, soft_wrap=True)
    for story in candidate.stories:
        out.print(f"  {escape(story.title)}", style="bold", highlight=False)
        out.print(f"  {escape(', '.join(describe(story)))}", highlight=False)
    licence = find_licence(candidate.folder)
    if licence:
        out.print(f"\n{licence.name}:")
        for line in first_lines(licence):
            out.print(f"  {escape(line)}", highlight=False)
    else:
        out.print("\nIt has no licence: its authors have not said what you may do with it.")
    out.print("\nIts steps and tests are programs. They run on your machine when you read it or do it.")


def describe(story: Story) -> Iterator[str]:
    """Yield what there is in a story, and who wrote it."""
    yield f"{len(story.steps)} steps"
    if story.katas:
        yield f"kata {join_names(story.katas)}"
    if story.version:
        yield f"version {story.version}"
    if story.authors:
        yield f"by {', '.join(story.authors)}"
    if story.licence:
        yield f"licence {story.licence}"
    if story.requires:
        yield f"requires {' '.join(story.requires)}"
    if story.language != ORIGINAL:
        yield f"in {story.language}"


def find_licence(folder: Path) -> Path | None:
    """Return the file with the licence of a repository, if it has one."""
    for pattern in LICENCES:
        for file in sorted(folder.glob(pattern)):
            if file.is_file() and not file.is_symlink():
                return file
    return None


def first_lines(file: Path) -> list[str]:
    """Return the first lines of a licence that are not empty."""
    lines: list[str] = []
    for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
        if line.strip() and len(lines) < MAX_LICENCE_LINES:
            lines.append(line.strip())
    return lines


def ask(out: Console) -> bool:
    """Ask whether a story is added. Raises UsageError where nobody can answer."""
    if not sys.stdin.isatty():
        raise UsageError("nobody is there to answer: YES=1 adds it")
    return out.input("Add it? y or n: ").strip().lower() in ("y", "yes")


def list_stories(workspace: Workspace, out: Console) -> None:
    """Print each story of the workspace, and those elsewhere that were added or begun."""
    table = Table("story", "what", "where", box=None, pad_edge=False)
    for folder, story in workspace.found.items():
        where = relative_path(workspace.top, folder)
        if isinstance(story, Story):
            what = f"{escape(story.title)}: {escape(', '.join(describe(story)))}"
            table.add_row(escape(story.name), what, escape(where))
        else:
            table.add_row("", escape(str(story)), escape(where))
    out.print(table, highlight=False)
