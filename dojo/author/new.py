"""`make new STORY=leap-years`: a story with the least that is green under all nine laws."""

from collections.abc import Iterable
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory

from dojo.author.names import EXAMPLE, check, module_of
from dojo.errors import EnvironmentProblem, UsageError, describe_error
from dojo.gate.files import DROPPED
from dojo.runner.cache import PLUGIN, is_the_plugin
from dojo.story.mutants import REST
from dojo.story.story import PYTEST_INI, Story, relative_path
from dojo.story.tests import ROWS
from dojo.story.workspace import Workspace, path_of

SKELETON = Path(__file__).parent / "skeleton"
"""A story with the name `kata-name`."""
ELSEWHERE = Path(__file__).parent / "elsewhere"
"""What else a story needs if it lies in a repository of its own."""
KATAS = "katas"


def new(workspace: Workspace, where: str, verbs: Iterable[str]) -> Story:
    """Make a story, say what was made, and give it.

    Raises UsageError, or EnvironmentProblem, and then nothing is made.
    """
    folder = workspace.top / KATAS / where
    if "/" in where:  # a folder, as seen from the top
        folder = path_of(where, workspace.top)
        folder = folder.parent.resolve() / folder.name
    if (workspace.top / KATAS).resolve().is_relative_to(folder.resolve()):
        raise UsageError(f"a name, please: make new STORY={EXAMPLE}")
    check(folder.name, workspace, verbs)
    if folder.exists() or folder.is_symlink():
        raise UsageError(f"{relative_path(workspace.top, folder)} is there already: take another name")
    if not folder.parent.is_dir():
        raise UsageError(f"there is no folder {relative_path(workspace.top, folder.parent)}: make it first")
    files = contents(folder, workspace)
    write(folder, files)
    print(f"{relative_path(workspace.top, folder)}/")
    folder_of_file = attrgetter("parent")
    for place, paths in groupby(sorted(map(Path, files), key=folder_of_file), folder_of_file):
        names = "  ".join(path.name for path in paths)
        print(f"  {names}" if place == Path() else f"  {f'{place}/':29} {names}")
    story = workspace.at(folder)
    print("\nThe nine laws hold for it. See for yourself, and then make it yours:\n")
    print(f"  {story.command('gate')}\n  {story.command('todo')}")
    return story


def contents(folder: Path, workspace: Workspace) -> dict[str, bytes]:
    """The files of a new story, by their paths in its folder; some are the same in every story."""
    first, found = workspace.stories[0], named_after(folder.name)
    assert first.mutants
    for part, source, name in (("suite", first.suite, ROWS), ("mutants", first.mutants, REST)):
        found[f"{part}/{name}"] = (source / name).read_bytes()
    if folder.parent != workspace.top / KATAS:
        found |= {file.name: file.read_bytes() for file in [*ELSEWHERE.iterdir(), PLUGIN]}
        if any((above / PYTEST_INI).is_file() for above in folder.parents):
            del found[PYTEST_INI]  # one at the top is enough
        if any(is_the_plugin(above / PLUGIN.name) for above in folder.parents):
            del found[PLUGIN.name]
    return dict(sorted(found.items()))


def named_after(name: str) -> dict[str, bytes]:
    """The files of the skeleton, with a name in place of `kata-name`."""
    title = name.replace("-", " ").capitalize()
    names = {"kata-name": name, "kata_name": module_of(name), "Kata name": title}
    found = {}
    for file in SKELETON.rglob("*"):
        path = file.relative_to(SKELETON)
        if file.is_file() and not any(map(DROPPED.fullmatch, path.parts)):
            texts = [path.as_posix(), file.read_text("utf-8")]
            for old, other in names.items():
                texts = [text.replace(old, other) for text in texts]
            found[texts[0]] = texts[1].encode()
    return found


def write(folder: Path, files: dict[str, bytes]) -> None:
    """Write a folder as a whole or not at all; raises EnvironmentProblem."""
    try:
        with TemporaryDirectory(prefix=".draft-", dir=folder.parent, ignore_cleanup_errors=True) as place:
            draft = Path(place)
            draft.chmod(0o755)
            for name, content in files.items():
                (draft / name).parent.mkdir(parents=True, exist_ok=True)
                (draft / name).write_bytes(content)
            draft.rename(folder)
    except OSError as error:
        raise EnvironmentProblem(f"nothing is written: {describe_error(error)}") from None
