"""`make new STORY=leap-years`: a story with the least that is green under all nine laws."""

import re
from collections.abc import Iterable
from importlib.util import find_spec
from keyword import kwlist, softkwlist
from pathlib import Path

from dojo import __version__, bootstrap
from dojo.errors import UsageError
from dojo.files import is_missing, new_folder, relative_path
from dojo.gate.files import DROPPED
from dojo.packages.install import REQUIREMENTS
from dojo.runner.cache import PLUGIN, is_the_plugin
from dojo.story.story import PYTEST_INI, Story
from dojo.story.workspace import Workspace, path_of

# A story with the name `kata-name`.
SKELETON = Path(__file__).parent / "skeleton"
# What else a story needs in a repository of its own.
ELSEWHERE = Path(__file__).parent / "elsewhere"
KATAS = "katas"
EXAMPLE = "leap-years"
NAME = re.compile(r"(?=.{1,30}$)[a-z][a-z0-9]*(-[a-z0-9]+)*")
# The names of the files of a story, and of what its first test takes; and the fixtures of pytest.
RESERVED = """
conftest rows finished first_test step steps suite mutants question answer drives guards
cache capfd capfdbinary caplog capsys capsysbinary capteesys doctest_namespace monkeypatch pytestconfig
pytester record_property record_testsuite_property record_xml_attribute recwarn request subtests testdir
tmp_path tmp_path_factory tmpdir tmpdir_factory
"""


def new(workspace: Workspace, where: str, verbs: Iterable[str]) -> Story:
    """Make a story, say what was made, and return it.

    Takes its name, or its folder as seen from the top of the workspace, and the names of all verbs. Raises
    UsageError, or OSError, and then nothing is made.
    """
    if not where:
        raise UsageError(f"a name, please: {bootstrap.command()} new STORY={EXAMPLE}")
    folder = workspace.top / KATAS / where
    if "/" in where:
        folder = path_of(where, workspace.top)
        folder = folder.parent.resolve() / folder.name
    check_name(folder.name, workspace, verbs)
    if folder.exists():
        raise UsageError(f"{relative_path(workspace.top, folder)} is there already: take another name")
    is_usual = folder.parent == workspace.top / KATAS
    if is_usual:
        folder.parent.mkdir(exist_ok=True)
    elif is_missing(folder.parent) or not folder.parent.is_dir():
        raise UsageError(f"there is no folder {relative_path(workspace.top, folder.parent)}: make it first")
    files = contents(folder, workspace)
    with new_folder(folder) as draft:
        for name, content in files.items():
            file = draft / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)
    story = workspace.at(folder)
    print(f"{relative_path(workspace.top, folder)}/")
    print_files(files)
    print("\nThe nine laws hold for it. See for yourself, and then make it yours:\n")
    print(f"  {story.command('gate')}\n  {story.command('todo')}")
    return story


def check_name(name: str, workspace: Workspace, verbs: Iterable[str]) -> None:
    """Raise UsageError if no new story can have this name."""
    if not NAME.fullmatch(name):
        raise UsageError(
            f"{name!r} is no name: a name has small letters a to z, digits and single dashes, a letter"
            f" first; 30 characters at most, for example {EXAMPLE}"
        )
    meaning = find_meaning(name, workspace, verbs)
    if meaning:
        raise UsageError(f"{name} means {meaning} already: take another name")


def print_files(names: Iterable[str]) -> None:
    """Print the files of a new story, a line for each folder."""
    names_in_folders: dict[Path, list[str]] = {}
    for path in map(Path, names):
        names_in_folders.setdefault(path.parent, []).append(path.name)
    for folder, names_in_folder in names_in_folders.items():
        line = "  ".join(names_in_folder)
        print(f"  {line}" if folder == Path() else f"  {f'{folder}/':29} {line}")


def find_meaning(name: str, workspace: Workspace, verbs: Iterable[str]) -> str:
    """Return what a name means already; nothing if it is free. A module and a fixture get it, too."""
    module = name.replace("-", "_")
    names = {name, module}
    for story in workspace.stories:
        if names & {story.name, story.module}:
            return f"the story in {story.shown(story.file.parent)}"
    for story, kata in workspace.katas:
        if kata.name in names:
            return f"a kata of {story.name}"
    if names & set(verbs):
        return "a verb"
    if names & {*kwlist, *softkwlist}:
        return "a word of Python"
    if names & {"all", "story", "kata", *RESERVED.split()}:
        return "something to pytest or to the stories"
    if re.fullmatch("step_.*|test_.*|.*_test", module):
        return "a step or a test"
    return "a module of Python" if find_spec(module) else ""


def contents(folder: Path, workspace: Workspace) -> dict[str, bytes]:
    """Return the files of a new story, by their paths in its folder; some are the same in every story."""
    files = named_after(folder.name)
    has_plugin = any(is_the_plugin(above / PLUGIN.name) for above in folder.parents)
    if folder.parent != workspace.top / KATAS or not has_plugin:
        for file in ELSEWHERE.iterdir():
            files[file.name] = file.read_bytes()
        if not has_plugin:
            files[PLUGIN.name] = PLUGIN.read_bytes()
        files[REQUIREMENTS] = requirement().encode()
        # one at the top of the repository is enough, and so is one requirements.txt
        if any((above / PYTEST_INI).is_file() for above in folder.parents):
            del files[PYTEST_INI], files[REQUIREMENTS]
    # folder by folder, as they are printed
    return dict(sorted(files.items(), key=lambda file: (Path(file[0]).parent, file)))


def requirement() -> str:
    """Return the text of a requirements.txt: this package, in this version."""
    return f"""\
# What runs the verbs of this story; its suite needs pytest alone. For another version, write it here, install
# it, and type: dojo update
dojo-steps=={__version__}
"""


def named_after(name: str) -> dict[str, bytes]:
    """Return the files of the skeleton by their paths, with a name in place of `kata-name`."""
    title = name.replace("-", " ").capitalize()
    names = {"kata-name": name, "kata_name": name.replace("-", "_"), "Kata name": title}
    files = {}
    for file in SKELETON.rglob("*"):
        path = file.relative_to(SKELETON)
        # an editor or a system may have left something there
        is_dropped = any(DROPPED.fullmatch(part) for part in path.parts)
        if is_dropped or not file.is_file():
            continue
        new_path = path.as_posix()
        text = file.read_text("utf-8")
        for old, new_name in names.items():
            new_path = new_path.replace(old, new_name)
            text = text.replace(old, new_name)
        files[new_path] = text.encode()
    return files
