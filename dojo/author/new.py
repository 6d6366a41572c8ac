"""`make new STORY=leap-years`: a story with the least that is green under all nine laws."""

import re
from collections.abc import Iterable
from importlib.util import find_spec
from itertools import groupby
from keyword import kwlist, softkwlist
from pathlib import Path

from dojo import __version__, bootstrap
from dojo.errors import UsageError
from dojo.files import is_missing, new_folder
from dojo.gate.files import DROPPED
from dojo.runner.cache import PLUGIN, is_the_plugin
from dojo.story.story import PYTEST_INI, Story, relative_path
from dojo.story.workspace import Workspace, path_of

SKELETON = Path(__file__).parent / "skeleton"
"""A story with the name `kata-name`."""
ELSEWHERE = Path(__file__).parent / "elsewhere"
"""What else a story needs in a repository of its own."""
REQUIREMENTS = "requirements.txt"
KATAS = "katas"
EXAMPLE = "leap-years"
NAME = re.compile(r"(?=.{1,30}$)[a-z][a-z0-9]*(-[a-z0-9]+)*")
RESERVED = """
conftest rows finished first_test step steps suite mutants question answer drives guards
cache capfd capfdbinary caplog capsys capsysbinary capteesys doctest_namespace monkeypatch pytestconfig
pytester record_property record_testsuite_property record_xml_attribute recwarn request subtests testdir
tmp_path tmp_path_factory tmpdir tmpdir_factory
"""
"""The names of the files of a story, and of what its first test takes; and the fixtures of pytest."""


def new(workspace: Workspace, where: str, verbs: Iterable[str]) -> Story:
    """Make a story, say what was made, and give it.

    Raises UsageError, or OSError, and then nothing is made.
    """
    if not where:
        raise UsageError(f"a name, please: {bootstrap.command()} new STORY={EXAMPLE}")
    folder = workspace.top / KATAS / where
    if "/" in where:  # a folder, as seen from the top
        folder = path_of(where, workspace.top)
        folder = folder.parent.resolve() / folder.name
    if not NAME.fullmatch(folder.name):
        raise UsageError(
            f"{folder.name!r} is no name: a name has small letters a to z, digits and single dashes, a letter"
            f" first; 30 characters at most, for example {EXAMPLE}"
        )
    if is_taken(folder.name, workspace, verbs):
        to_whom = "Python, pytest, the verbs or a story"
        raise UsageError(f"{folder.name} means something to {to_whom} already: take another name")
    if folder.exists():
        raise UsageError(f"{relative_path(workspace.top, folder)} is there already: take another name")
    is_usual = folder.parent == workspace.top / KATAS
    if not is_usual and (is_missing(folder.parent) or not folder.parent.is_dir()):
        raise UsageError(f"there is no folder {relative_path(workspace.top, folder.parent)}: make it first")
    files = contents(folder, workspace)
    if is_usual:
        folder.parent.mkdir(exist_ok=True)
    with new_folder(folder) as draft:
        for name, content in files.items():
            (draft / name).parent.mkdir(parents=True, exist_ok=True)
            (draft / name).write_bytes(content)
    print(f"{relative_path(workspace.top, folder)}/")
    for place, paths in groupby(map(Path, files), lambda path: path.parent):
        names = "  ".join(path.name for path in paths)
        print(f"  {names}" if place == Path() else f"  {f'{place}/':29} {names}")
    story = workspace.at(folder)
    print("\nThe nine laws hold for it. See for yourself, and then make it yours:\n")
    print(f"  {story.command('gate')}\n  {story.command('todo')}")
    return story


def is_taken(name: str, workspace: Workspace, verbs: Iterable[str]) -> bool:
    """True if no new story can have that name: its module and a fixture get it too."""
    module = name.replace("-", "_")
    words = {*verbs, "all", "story", "kata", *kwlist, *softkwlist, *RESERVED.split()}
    words |= {kata.name for _, kata in workspace.katas}
    words |= {word for story in workspace.stories for word in (story.name, story.module)}
    is_a_test = re.fullmatch("step_.*|test_.*|.*_test", module)
    return bool(words & {name, module} or is_a_test or find_spec(module))


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
    return dict(sorted(files.items(), key=lambda file: (Path(file[0]).parent, file)))


def requirement() -> str:
    """Return the text of a requirements.txt: this package, in this version."""
    return f"""\
# What runs the verbs of this story; its suite needs pytest alone. For another version, write it here, install
# it, and type: dojo update
dojo-steps=={__version__}
"""


def named_after(name: str) -> dict[str, bytes]:
    """The files of the skeleton, with a name in place of `kata-name`."""
    title = name.replace("-", " ").capitalize()
    names = {"kata-name": name, "kata_name": name.replace("-", "_"), "Kata name": title}
    found = {}
    for file in SKELETON.rglob("*"):
        path = file.relative_to(SKELETON)
        if file.is_file() and not any(map(DROPPED.fullmatch, path.parts)):
            texts = [path.as_posix(), file.read_text("utf-8")]
            for old, other in names.items():
                texts = [text.replace(old, other) for text in texts]
            found[texts[0]] = texts[1].encode()
    return found
