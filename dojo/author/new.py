"""`make new STORY=leap-years`: a story with the least that is green under all nine laws."""

from collections.abc import Iterable
from pathlib import Path

from dojo.author.names import EXAMPLE, check, module_of
from dojo.drafts.shared import elsewhere, shared
from dojo.drafts.writing import Changes, write
from dojo.errors import Mistake
from dojo.gate.files import DROPPED
from dojo.runner.loader import PLUGIN, is_the_plugin
from dojo.story.story import PYTEST_INI, seen_from
from dojo.story.workspace import Workspace, path_of

HERE = Path(__file__).parent
SKELETON = HERE / "skeleton"
"""A story with the name `kata-name`."""
KATAS = "katas"


def new(workspace: Workspace, where: str, verbs: Iterable[str]) -> None:
    """Make a story and say what was made; raises Mistake, or Trouble, and then nothing is made."""
    folder = folder_of(where, workspace.top)
    if (workspace.top / KATAS).resolve().is_relative_to(folder.resolve()):
        raise Mistake(f"a name, please: make new STORY={EXAMPLE}")
    check(folder.name, workspace, verbs)
    if folder.exists() or folder.is_symlink():
        raise Mistake(f"{seen_from(workspace.top, folder)} is there already: take another name")
    if not folder.parent.is_dir():
        raise Mistake(f"there is no folder {seen_from(workspace.top, folder.parent)}: make it first")
    files = contents(folder, workspace)
    write(Changes(files={folder / name: content for name, content in files.items()}), folder.parent)
    tell(folder, files, workspace)


def folder_of(where: str, top: Path) -> Path:
    """Where a story of that name goes; a word with a slash is a folder, as seen from the top."""
    if "/" not in where:
        return top / KATAS / where
    folder = path_of(where, top)
    return folder.parent.resolve() / folder.name


def contents(folder: Path, workspace: Workspace) -> dict[str, bytes]:
    """The files of a new story, by their paths in its folder."""
    found = named_after(folder.name, SKELETON) | shared(workspace)
    if folder.parent != workspace.top / KATAS:
        found |= elsewhere()
        if any((above / PYTEST_INI).is_file() for above in folder.parents):
            del found[PYTEST_INI]  # one at the top is enough
        if any(is_the_plugin(above / PLUGIN.name) for above in folder.parents):
            del found[PLUGIN.name]
    return dict(sorted(found.items()))


def named_after(name: str, source: Path) -> dict[str, bytes]:
    """The files of a folder, with a name in place of `kata-name`."""
    names = {"kata-name": name, "kata_name": module_of(name), "Kata name": title_of(name)}
    found = {}
    for file in source.rglob("*"):
        path = file.relative_to(source)
        if file.is_file() and not any(map(DROPPED.fullmatch, path.parts)):
            found[in_place(path.as_posix(), names)] = in_place(file.read_text("utf-8"), names).encode()
    return found


def in_place(text: str, names: dict[str, str]) -> str:
    for old, new in names.items():
        text = text.replace(old, new)
    return text


def title_of(name: str) -> str:
    """leap-years → Leap years"""
    return name.replace("-", " ").capitalize()


def tell(folder: Path, files: Iterable[str], workspace: Workspace) -> None:
    """Say what was made, and what to do next."""
    print(f"{seen_from(workspace.top, folder)}/")
    for place, names in by_folder(files).items():
        print(f"  {place:29} {'  '.join(names)}" if place else f"  {'  '.join(names)}")
    gate = workspace.at(folder).command("gate")
    print(f"\nThe nine laws hold for it. See for yourself, and then make it yours:\n\n  {gate}")


def by_folder(files: Iterable[str]) -> dict[str, list[str]]:
    """The names of files, by folder; first those that lie in none."""
    found: dict[str, list[str]] = {"": []}
    for file in files:
        place, _, name = file.rpartition("/")
        found.setdefault(f"{place}/" if place else "", []).append(name)
    return found
