"""Laws 6 and 8: what lies in the folders of the steps and of the suite."""

import importlib.util
import marshal
import py_compile
import sys
from pathlib import Path

import pytest

from dojo.gate.laws import of_folders
from gate.planting import reads, shuts

SEES = "import pathlib\nSAID = 'Fizz'\n"


def put(path, text=""):
    def planted(copy):
        file = copy.path(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    return planted


def link(path, to):
    """What lies at a path is moved, and a link leads to it; or a link leads to what lies elsewhere."""

    def planted(copy):
        file, target = copy.path(path), copy.root / to
        if file.exists() and not target.exists():
            file.rename(target)
        file.symlink_to(target)

    return planted


def link_a_step(copy):
    folder = copy.path("step_02/fizz.py").parent
    folder.rename(copy.root / "numbers")
    folder.symlink_to(copy.root / "numbers")


ROWS = [
    pytest.param(put("step_02/helper.py"), "step_02_numbers/helper.py: nothing names it", id="a helper"),
    pytest.param(put("step_02/answers.json"), "step_02_numbers/answers.json: nothing names it", id="data"),
    pytest.param(put("step_02/more/a.py"), "step_02_numbers/more: is a folder", id="a folder in a step"),
    pytest.param(
        put("step_02/words.py/a.py"), "step_02_numbers/words.py: is a folder", id="a folder like a file"
    ),
    pytest.param(put("step_02/.more/a.py"), "step_02_numbers/.more: is hidden", id="a hidden folder"),
    pytest.param(put("step_02/.answers"), "step_02_numbers/.answers: is hidden", id="a hidden file"),
    pytest.param(put("step_02/__init__.py"), "step_02_numbers/__init__.py: nothing names it", id="a package"),
    pytest.param(put("step_02/fizz.pyi"), "step_02_numbers/fizz.pyi: nothing names it", id="stubs"),
    pytest.param(put("steps/helper.py"), "steps/helper.py: nothing names it", id="a helper of all steps"),
    pytest.param(
        put("steps/__init__.py"), "steps/__init__.py: nothing names it", id="a package of all steps"
    ),
    pytest.param(put("steps/answers.json"), "steps/answers.json: nothing names it", id="data of all steps"),
    pytest.param(put("steps/.answers"), "steps/.answers: is hidden", id="a hidden file of all steps"),
    pytest.param(
        put("steps/more/a.py"),
        "law 6 · steps/more: a step's folder is called",
        id="a folder that is no step",
    ),
    pytest.param(put("steps/.more/a.py"), "steps/.more: is hidden", id="a hidden folder of all steps"),
    pytest.param(put("steps/conftest.py"), "steps/conftest.py: nothing names it", id="a conftest.py"),
    pytest.param(
        link("step_02/fizz.py", "away.py"), "step_02_numbers/fizz.py: is a link", id="a linked module"
    ),
    pytest.param(
        link("step_02/README.md", "a.md"), "step_02_numbers/README.md: is a link", id="a linked story"
    ),
    pytest.param(
        link("step_02/words.py", "rows"), "step_02_numbers/words.py: is a link", id="a link to nothing"
    ),
    pytest.param(link("steps/more", "suite"), "steps/more: is a link", id="a link beside the steps"),
    pytest.param(link_a_step, "steps/step_02_numbers: is a link", id="a step that is a link"),
    pytest.param(
        put("step_02/fizz.pyc"), "law 8 · steps/step_02_numbers/fizz.pyc: is bytecode", id="bytecode alone"
    ),
    pytest.param(put("suite/rows.pyc"), "law 8 · suite/rows.pyc: is bytecode without", id="in the suite"),
]


@pytest.mark.parametrize(("planted", "told"), ROWS)
def test_what_is_planted_is_seen_by_reading(bare, planted, told):
    planted(bare)
    reads(bare, told)


HONEST = [
    pytest.param(put("step_02/.DS_Store"), id="what macOS leaves"),
    pytest.param(put("step_02/._fizz.py"), id="what macOS leaves elsewhere"),
    pytest.param(put("step_02/fizz.py~"), id="an old copy of an editor"),
    pytest.param(put("step_02/.fizz.py.swp"), id="what Vim leaves"),
    pytest.param(link("step_02/.#fizz.py", "nobody"), id="what Emacs leaves"),
    pytest.param(put("steps/.pytest_cache/README.md"), id="what pytest leaves"),
    pytest.param(put("step_02/.ruff_cache/a"), id="what ruff leaves"),
    pytest.param(put("steps/README.md"), id="a page about the steps"),
    pytest.param(put("step_02/words.py", '"""Words."""\n'), id="what story.toml names"),
]


@pytest.mark.parametrize("planted", HONEST)
def test_what_systems_and_editors_leave_is_nothing(bare, planted):
    planted(bare)
    assert of_folders(bare.story) == []


def test_story_toml_names_what_else_lies_beside_the_steps(bare):
    put("steps/speed.json")(bare)
    put("steps/pictures/a.png")(bare)
    reads(bare, "steps/speed.json")
    with bare.path("story.toml").open("a") as file:
        file.write('\n[own]\nfiles = ["speed.json", "pictures"]\n')
    assert of_folders(bare.story) == []


def test_a_story_may_lie_in_the_folder_of_its_steps(bare):
    for folder in bare.path("steps").iterdir():
        folder.rename(bare.root / folder.name)
    bare.path("steps").rmdir()
    bare.path("pytest.ini").rename(bare.root.parent / "pytest.ini")
    bare.edit("story.toml", 'steps = "steps"', 'steps = "."')
    assert [str(found) for found in of_folders(bare.story)] == []


def bytecode(copy, path, name, code, noted=None):
    """Plant the bytecode of a code beside a file; it notes second and size of the file, or others."""
    source = copy.path(path)
    saved = source.stat()
    noted = noted or [int(saved.st_mtime), saved.st_size]
    head = (
        importlib.util.MAGIC_NUMBER + b"\0" * 4 + b"".join(number.to_bytes(4, "little") for number in noted)
    )
    file = source.parent / "__pycache__" / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(head + marshal.dumps(compile(code, str(source), "exec")))


def tag(name, more="", opt=""):
    """How bytecode is called."""
    return f"{Path(importlib.util.cache_from_source(f'{name}.py', optimization=opt)).stem}{more}.pyc"


PLANTED = [
    pytest.param("suite/rows.py", tag("rows"), "suite", id="of the suite's helper"),
    pytest.param("suite/test_more.py", tag("test_more", "-pytest-9.0.0"), "suite", id="of a test"),
    pytest.param("suite/conftest.py", tag("conftest", "-pytest-9.0.0"), "suite", id="of the plugin"),
    pytest.param("suite/rows.py", tag("rows", opt="1"), "suite", id="of optimised runs"),
    pytest.param("step_02/fizz.py", tag("fizz"), "steps/step_02_numbers", id="of a step"),
]


@pytest.mark.parametrize(("path", "name", "where"), PLANTED)
def test_bytecode_of_another_code_is_named(bare, path, name, where):
    bytecode(bare, path, name, SEES)
    reads(bare, f"law 8 · {where}/__pycache__/{name}: is not compiled from its source")


def test_bytecode_that_is_never_checked_is_named(bare):
    source = bare.path("suite/rows.py")
    right = source.read_text()
    source.write_text(SEES)
    py_compile.compile(str(source), invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH)
    source.write_text(right)
    reads(bare, "law 8 · suite/__pycache__/rows.", "is not compiled from its source")


def test_the_gate_says_so(small, capsys):
    bytecode(small, "suite/rows.py", tag("rows"), SEES)
    shuts(
        small,
        capsys,
        "law 8 · suite",
        "is not compiled from its source, and Python would run it; remove it",
    )


def test_bytecode_that_is_no_code_is_named(bare):
    bytecode(bare, "suite/rows.py", tag("rows"), "1")
    file = bare.path("suite") / "__pycache__" / tag("rows")
    file.write_bytes(file.read_bytes()[:16] + b"nothing")
    reads(bare, "law 8 · suite", "is not compiled from its source")


@pytest.mark.parametrize("path", ["suite/rows.py", "step_02/fizz.py"])
@pytest.mark.parametrize("optimize", [0, 1, 2])
def test_bytecode_that_python_has_made_is_nothing(bare, path, optimize):
    py_compile.compile(str(bare.path(path)), optimize=optimize)
    assert of_folders(bare.story) == []


def test_bytecode_of_yesterday_is_nothing(bare):
    bytecode(bare, "suite/rows.py", tag("rows"), SEES, noted=[1, 1])
    assert of_folders(bare.story) == []


def test_what_plain_pytest_leaves_is_nothing(bare):
    bare.run(sys.executable, "-m", "pytest", "suite", "--step", "2", "-q")
    made = [file.name for file in bare.root.rglob("*.pyc")]
    assert made
    assert of_folders(bare.story) == []
