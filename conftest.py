"""Runs the suite of a story on its steps: plain pytest needs this file and nothing else.

A test takes the module of its story (`poker`, say), or its file imports it, and has a mark. `drives(N)`: it
forced step N, and is red on step N-1, for the right reason, and green from step N on. `guards(N)`: it was
written in step N, and is green from step N-1 on. Before that it runs as well, and no result is a failure.

It runs on the last step, or as `--step` says. With `--code FILE` nothing is expected to be red, and
`pytest tests/suite --code poker.py -x` stops at the next test to write code for.
"""

import ast
import functools
import importlib
import os
import re
import sys
import traceback
import unittest
from functools import cache
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType

import pytest

# Python takes a .pyc for fresh if the source has the same size and second: the bar would show an old colour.
sys.dont_write_bytecode = True
KINDS = ("drives", "guards")
PATCHING = ("_pytest.monkeypatch", "unittest.mock")  # to patch a name that is not there needs the name


@cache
class Story:
    """What a story.toml says of a suite, its module and its steps."""

    def __init__(self, file):
        # late: `make prove` has only `classify` of this file, on any Python from 3.9 on, which lacks it
        import tomllib

        told = tomllib.loads(file.read_text(encoding="utf-8"))
        folders = sorted((file.parent / told.get("steps", "")).resolve().glob("step_[0-9][0-9]_*"))
        self.suite, self.module = (file.parent / told.get("suite", "")).resolve(), told.get("module")
        self.beside = [name for name in told.get("beside", {}) if name.isidentifier()]
        self.steps = {int(step.name.split("_")[1]): step / f"{self.module}.py" for step in folders}

    def versions(self, config):
        """The files of the steps that the call asks for, or of the last; or else the one of `--code`."""
        if file := config.getoption("code", None):
            return {self.module: Path(file).absolute()}
        named = re.findall(r"\[step_([0-9]+)", " ".join(config.args)) or [max(self.steps)]
        step = config.getoption("step", None) or f"{min(named)}-{max(named)}"
        asked = re.fullmatch(r"([0-9]+)(?:-([0-9]+))?", step)
        numbers = range(int(asked[1]), int(asked[2] or asked[1]) + 1) if asked else ()
        if found := {f"step_{n:02}": file for n, file in self.steps.items() if n in numbers}:
            return found
        known = f"{min(self.steps)} to {max(self.steps)}"
        raise pytest.UsageError(f"there is no step {step}: the steps are {known}")


@cache
def story_of(path):
    """The story whose suite a path belongs to, or has in it; None if there is none."""
    files = [folder / name for folder in (path, *path.parents) for name in ("story.toml", "steps/story.toml")]
    stories = [Story(file) for file in files if file.is_file()]
    return next((s for s in stories if s.suite in [path, *path.parents] or path in s.suite.parents), None)


def asked(config):
    """The stories whose suites the call names. Of a folder around a suite, no more than that is run.

    Where the `testpaths` of pytest.ini name folders in that one, they are run instead: the rest needs more.
    """
    testpaths = [config.rootpath / folder for folder in config.getini("testpaths")]
    args = []
    for arg in config.args:
        path = (config.invocation_params.dir / arg.partition("::")[0]).resolve()
        story = story_of(path)
        if story and story.suite.is_relative_to(path):
            inside = [str(folder) for folder in testpaths if folder != path and folder.is_relative_to(path)]
            args.extend(inside or [str(story.suite)])
        else:
            args.append(arg)
    config.args[:] = args
    for arg in args:
        if story := story_of((config.invocation_params.dir / arg.partition("::")[0]).resolve()):
            yield story


def pytest_addoption(parser):
    parser.addoption("--step", metavar="N", help="run a suite on step N, or on steps N-M (default: the last)")
    parser.addoption("--code", metavar="FILE", help="run a suite on this file, in teaching order")


def pytest_configure(config):
    config.addinivalue_line("markers", "drives(N): forced step N: red on step N-1, green from step N on")
    config.addinivalue_line("markers", "guards(N): written in step N and green at once")
    if file := config.getoption("code", None):
        if config.getoption("step", None):
            raise pytest.UsageError("--code FILE or --step N, not both")
        if Path(file).is_dir() or not Path(file).exists():
            raise pytest.UsageError(f"there is no file {file}")
        # it may import others in its folder, which are no more cached than the file itself
        sys.path.insert(0, str(Path(file).absolute().parent))
        sys.pycache_prefix = os.devnull
    for story in dict.fromkeys(story for story in asked(config) if story.versions(config)):
        module, plugin = story.module, ModuleType(f"fixture_{story.module}")
        SUITES.append(f"{story.suite}{os.sep}")
        for name in (module, *story.beside):
            put_off(name, [file.parent for file in story.steps.values()])
        plugin.version = pytest.fixture(version, scope="session", name=module)
        config.pluginmanager.register(plugin)


def pytest_report_header(config):
    """What each suite is about to run on, and what to type for something else."""
    for story in dict.fromkeys(asked(config)):
        names, suite = [*story.versions(config)], os.path.relpath(story.suite, config.rootpath)
        others = f"--step N, --step {min(story.steps)}-{max(story.steps)} or --code FILE"
        yield f"{suite}: on {' to '.join(dict.fromkeys([names[0], names[-1]]))}; choose with {others}"


def version(request):
    """The fixture of the suites: the module of a step, or the file of `--code`."""
    __tracebackhide__ = True
    new_folder = request.getfixturevalue("tmp_path_factory").mktemp
    return load(request.fixturename, request.param, lambda: new_folder("code"))


def put_off(name, folders):
    """Stand in for a module of these folders, and for those in a package, until there is a version."""
    path = name.replace(".", "/")
    files = [folder / end for folder in folders for end in (f"{path}.py", f"{path}/__init__.py")]
    sys.modules[name] = later = Later(name, files=files)
    inside = {file.stem for folder in folders for file in (folder / path).glob("*.py")}
    if inside:
        later.__path__ = []  # Python asks for it before it imports from a package
    for module in inside - {"__init__"}:
        put_off(f"{name}.{module}", folders)
        setattr(later, module, sys.modules[f"{name}.{module}"])


class Later(ModuleType):
    """What a suite imports before there is a version: a module, or a name in it."""

    def __init__(self, module, wanted="", files=()):
        super().__init__(f"{module}.{wanted}" if wanted else module)
        self._module, self._wanted = module, wanted
        self._files = files  # of all versions

    def __getattr__(self, name):
        if name == "__all__" and self._files:
            defined = set()
            for file in self._files:
                defined |= names_in(file)
            return sorted(defined)
        if name.startswith("__") or self._wanted:
            raise AttributeError(f"'Later' object has no attribute '{name}'")
        return Later(self._module, name)

    def __call__(self, *_, **__):
        raise TypeError(f"{self.__name__}() is called too early: use it in a test or a fixture")


@cache
def names_in(file):
    """The names that a file defines at its top, without an underscore: `from … import *` takes them."""
    try:
        statements = ast.parse(file.read_bytes()).body
    except (OSError, SyntaxError, ValueError):
        return set()
    names = set()
    for statement in statements:
        if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(statement.name)
        elif isinstance(statement, (ast.Assign, ast.AnnAssign)):
            # `A = B = 1` has two targets, and `A, B = 1, 2` has a tuple of names
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            for target in targets:
                names |= {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}
    return {name for name in names if not name.startswith("_")}


FOLDERS = []  # that of the version that is loaded, as soon as there is one
SUITES = []  # the folders of the suites that the call names
IMPORTED = []  # of each such thing its module, its name there, the file that has it, and its name here


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector, name, obj):
    """Have the tests below an import take the module, unasked; make a TestCase a class of pytest's."""
    story = story_of(collector.path)
    if isinstance(obj, Later):
        module, wanted = obj._module, obj._wanted
        IMPORTED.append((module, wanted, collector.obj, name))
        collector.add_marker(pytest.mark.usefixtures(story.module if story else module))
    if not story or not isinstance(obj, type) or not issubclass(obj, unittest.TestCase):
        return None
    return PlainClass.from_parent(collector, name=name, plain=plain_class(obj, story.module))


class PlainClass(pytest.Class):
    """A class of tests that stands for a TestCase, whose own tests pytest would run on one version alone."""

    @classmethod
    def from_parent(cls, parent, *, plain, **keywords):
        node = super().from_parent(parent, **keywords)
        node.plain = plain
        return node

    def _getobj(self):
        return self.plain


def plain_class(case, module):
    """Return a class whose tests run those of a TestCase as `TestCase.debug` does: errors go through."""
    tests = {name: plain_test(case, name) for name in unittest.defaultTestLoader.getTestCaseNames(case)}

    @pytest.fixture(autouse=True, scope="class")
    @classmethod
    def set_up_class(_cls, request):
        request.getfixturevalue(module)  # first, and again for the next version
        case.setUpClass()
        yield
        case.tearDownClass()
        case.doClassCleanups()

    marks = getattr(case, "pytestmark", [])
    return type(case.__name__, (), {**tests, "set_up_class": set_up_class, "pytestmark": marks})


def plain_test(case, name):
    """Return a test that runs one of a TestCase."""

    @functools.wraps(getattr(case, name))
    def test(_self):
        __tracebackhide__ = True
        try:
            case(name).debug()
        except AssertionError as error:
            # how unittest raises what it asserts is no news
            places = [place for place in tracebacks(error) if not is_unittest(place.tb_frame)]
            places[-1].tb_next = None
            raise

    return test


def tracebacks(error):
    """Yield each place that an error came through."""
    place = error.__traceback__
    while place:
        yield place
        place = place.tb_next


def is_unittest(frame):
    """True for what unittest does itself."""
    return frame.f_globals.get("__name__", "").startswith("unittest.")


def pytest_generate_tests(metafunc):
    story = story_of(Path(metafunc.module.__file__))
    if story and story.module in metafunc.fixturenames:
        files = story.versions(metafunc.config)
        metafunc.parametrize(story.module, files.values(), ids=list(files), indirect=True, scope="session")


def load(name, file, new_folder):
    """Import a file from its source under the plain name of the story's module, for its suite to have.

    The module says that it lies behind a link: there a test may run it without being told which step it is.
    """
    __tracebackhide__ = True
    (place := new_folder() / "code").symlink_to(file.parent)
    note_helpers()
    import_beside(file)
    module = sys.modules[name] = ModuleType(name)
    module.__file__, module.__spec__ = str(place / file.name), ModuleSpec(name, None, origin=file.name)
    exec(compile(file.read_bytes(), str(file), "exec"), vars(module))
    for of, wanted, place, key in IMPORTED:
        found = module if of == name else find_beside(of, file)
        if wanted:
            found = getattr(found, wanted, None)
        setattr(place, key, found)
        if found is None:
            delattr(place, key)  # to use it there is a NameError then: the name is missing
    return module


def note_helpers():
    """Note what the helpers of a suite have imported before there was a version, as of its files of tests."""
    helpers = [m for m in sys.modules.values() if str(getattr(m, "__file__", None)).startswith(tuple(SUITES))]
    for helper in helpers:
        for key, value in [*vars(helper).items()]:
            if isinstance(value, Later):
                IMPORTED.append((value._module, value._wanted, helper, key))


def import_beside(file):
    """From now on, what a version imports lies beside it: forget what lay beside the one before."""
    before = FOLDERS.pop() if FOLDERS else None
    if before in sys.path:
        sys.path.remove(before)
    for name, module in [*sys.modules.items()]:
        # compared as texts: a process may have thousands of modules, and this is done for each version
        place = str(getattr(module, "__file__", None))
        lay_beside = before is not None and place.startswith(before + os.sep)
        if isinstance(module, Later) or lay_beside:
            del sys.modules[name]
    FOLDERS.append(str(file.parent))
    if len([*file.parent.rglob("*.py")]) > 1:
        sys.path.insert(0, FOLDERS[0])
        importlib.invalidate_caches()


def find_beside(name, file):
    """Return a module that lies beside a version, or None."""
    path = name.replace(".", "/")
    is_there = any((file.parent / end).exists() for end in (f"{path}.py", f"{path}/__init__.py"))
    return importlib.import_module(name) if is_there else None


def pytest_collection_modifyitems(config, items):
    """Note on each test of a suite which one it is; before its step it need not be green."""
    ours = [(item, story) for item in items if (story := story_of(item.path))]
    for item, story in ours:
        kind, written = mark_of(item, story)
        version, _, row = item.callspec.id.partition("-")
        step = None if config.getoption("code", None) else int(version.removeprefix("step_"))
        if step == written - 1 and kind == "drives":
            item.add_marker(pytest.mark.xfail(strict=True, raises=pytest.RaisesExc(check=is_red)))
        elif step is not None and step < written - 1:
            item.add_marker(pytest.mark.xfail(strict=False))
        test = item.nodeid.removesuffix(f"[{item.callspec.id}]") + (f"[{row}]" if row else "")
        item.user_properties += {"test": test, "step": step, "kind": kind, "written": written}.items()
    if config.getoption("code", None) and len(ours) == len(items):
        items.sort(key=lambda item: dict(item.user_properties)["written"])


def mark_of(item, story):
    """`("drives", 7)` or `("guards", 7)`; a usage error for a test without its one mark."""
    ours = [(node, mark) for node, mark in item.iter_markers_with_node() if mark.name in KINDS]
    marks = [(mark.name, *mark.args) for node, mark in ours if node == ours[0][0]]  # the closest ones
    coming = [
        step for _, *args in marks for step in args if isinstance(step, int) and step > max(story.steps)
    ]
    shown = " and ".join(f"{kind}({', '.join(map(repr, args))})" for kind, *args in marks) or "no mark"
    # the code of the first step may be given, and then tests guard it
    first = min(story.steps)
    right = [[(kind, step)] for kind in KINDS for step in story.steps if step != first or kind == "guards"]
    others = {mark.name for mark in item.iter_markers()} & {"skip", "skipif", "xfail"}
    name, takes = story.module, item.fixturenames if hasattr(item, "callspec") else ()
    faults = [
        (
            name not in takes,
            f"takes no `{name}`: it runs on no step; let it take that, or import it at the top",
        ),
        ("subtests" in takes, "takes `subtests`, which have no mark; make each a row"),
        (others, f"marked {', '.join(others)}, but every test runs on every step; remove that mark"),
        (coming, f"has {shown}, and there is no step {max(coming, default=0)} yet; make new-step adds it"),
        (marks not in right, f"has {shown}; mark it with one drives(N) or guards(N), N a step from 1 on"),
    ]
    if found := [fault for is_so, fault in faults if is_so]:
        raise pytest.UsageError(f"{item.nodeid}: {found[0]}")
    return marks[0]


def is_red(error):
    """True if the test's own assertion failed, or if the version has no such name yet."""
    return classify(error)[0] in ("asserted", "missing name")


def classify(error, of_the_test=lambda file: story_of(Path(file))):
    """Return what a failure means, and which name is missing: `("missing name", "say")`.

    The first word is `asserted` if the test's own assertion failed, `missing name` if the version has no such
    name yet, and else `crashed`. `of_the_test` is true for the path of a file that belongs to the tests.

    An error that the test asks for and does not get is a failed assertion too, and so are `pytest.fail` in
    the suite and an assertion of unittest's. What breaks inside the code is amber: there is no answer.
    """
    every = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
    frames = [f for f in every if not f.f_globals.get("__name__", "").startswith(("unittest.", "_pytest."))]
    if not frames or not of_the_test(frames[-1].f_code.co_filename):
        return "crashed", ""
    if isinstance(error, (AssertionError, pytest.fail.Exception)):
        return "asserted", ""
    if type(error) is ImportError:
        # Python 3.11 has the name in its message only
        found = re.search(r"cannot import name '(\w+)'", str(error))
        return "missing name", found[1] if found else ""
    # before Python 3.10 an error has no such fields, and a test of another repository may run there
    if isinstance(error, AttributeError) and getattr(error, "obj", None) is not None:
        return "missing name", error.name or ""
    if isinstance(error, AttributeError) and every[-1].f_globals.get("__name__") in PATCHING:
        found = re.search(r"(?:has no attribute|does not have the attribute) '(\w+)'", str(error))
        return ("missing name", found[1]) if found else ("crashed", "")
    if isinstance(error, NameError) and getattr(error, "name", None) in [key for *_, key in IMPORTED]:
        return "missing name", error.name
    return "crashed", ""
