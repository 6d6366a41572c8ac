"""Laws 6 and 8: what lies in the folders of the steps and of the suite."""

import importlib.util
import marshal
import py_compile
import sys
from pathlib import Path

import pytest

from gate.planting import of_files, reads

SEES = "import pathlib\nSAID = 'Fizz'\n"


def put(copy, path):
    """Write an empty file."""
    file = copy.path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("")


def link(copy, path):
    """What lies at a path is moved, and a link leads to it, or to nothing."""
    file, target = copy.path(path), copy.root / "away"
    if file.exists():
        file.rename(target)
    file.symlink_to(target)


PUT = {
    "step_02/helper.py": "step_02_numbers/helper.py: nothing names it",
    "step_02/answers.json": "step_02_numbers/answers.json: nothing names it",
    "step_02/more/a.py": "step_02_numbers/more: is a folder",
    "step_02/words.py/a.py": "step_02_numbers/words.py: is a folder",
    "step_02/.more/a.py": "step_02_numbers/.more: is hidden",
    "step_02/.answers": "step_02_numbers/.answers: is hidden",
    "step_02/__init__.py": "step_02_numbers/__init__.py: nothing names it",
    "step_02/fizz.pyi": "step_02_numbers/fizz.pyi: nothing names it",
    "steps/helper.py": "steps/helper.py: nothing names it",
    "steps/__init__.py": "steps/__init__.py: nothing names it",
    "steps/answers.json": "steps/answers.json: nothing names it",
    "steps/.answers": "steps/.answers: is hidden",
    "steps/more/a.py": "law 6 · steps/more: a step's folder is called",
    "steps/.more/a.py": "steps/.more: is hidden",
    "steps/conftest.py": "steps/conftest.py: nothing names it",
    "step_02/fizz.pyc": "law 8 · steps/step_02_numbers/fizz.pyc: is bytecode",
    "suite/rows.pyc": "law 8 · suite/rows.pyc: is bytecode without",
}


@pytest.mark.parametrize(("path", "told"), PUT.items(), ids=PUT)
def test_what_nothing_names_is_seen_by_reading(bare, path, told):
    put(bare, path)
    reads(bare, told)


LINKS = {
    "step_02/fizz.py": "step_02_numbers/fizz.py: is a link",
    "step_02/README.md": "step_02_numbers/README.md: is a link",
    "step_02/words.py": "step_02_numbers/words.py: is a link",
    "steps/more": "steps/more: is a link",
    "steps/step_02_numbers": "steps/step_02_numbers: is a link",
}


@pytest.mark.parametrize(("path", "told"), LINKS.items(), ids=LINKS)
def test_what_lies_elsewhere_is_seen_by_reading(bare, path, told):
    link(bare, path)
    reads(bare, told)


def test_what_systems_and_editors_leave_is_nothing(bare):
    for name in (".DS_Store", "._fizz.py", "fizz.py~", ".fizz.py.swp", ".ruff_cache/a", "words.py"):
        put(bare, f"step_02/{name}")
    put(bare, "steps/.pytest_cache/README.md")
    put(bare, "steps/README.md")
    link(bare, "step_02/.#fizz.py")
    assert of_files(bare.story) == []


def test_story_toml_names_what_else_lies_beside_the_steps(bare):
    put(bare, "steps/speed.json")
    put(bare, "steps/pictures/a.png")
    reads(bare, "steps/speed.json")
    with bare.path("story.toml").open("a") as file:
        file.write('\n[own]\nfiles = ["speed.json", "pictures"]\n')
    assert of_files(bare.story) == []


def test_a_story_may_lie_in_the_folder_of_its_steps(bare):
    for folder in bare.path("steps").iterdir():
        folder.rename(bare.root / folder.name)
    bare.path("steps").rmdir()
    bare.path("pytest.ini").rename(bare.root.parent / "pytest.ini")
    bare.edit("story.toml", 'steps = "steps"', 'steps = "."')
    assert [str(found) for found in of_files(bare.story)] == []


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
    ("suite/rows.py", tag("rows"), "suite"),
    ("suite/test_more.py", tag("test_more", "-pytest-9.0.0"), "suite"),
    ("suite/rows.py", tag("rows", opt="1"), "suite"),
    ("step_02/fizz.py", tag("fizz"), "steps/step_02_numbers"),
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


def test_bytecode_that_is_no_code_is_named(bare):
    bytecode(bare, "suite/rows.py", tag("rows"), "1")
    file = bare.path("suite") / "__pycache__" / tag("rows")
    file.write_bytes(file.read_bytes()[:16] + b"nothing")
    reads(bare, "law 8 · suite", "is not compiled from its source")


@pytest.mark.parametrize("path", ["suite/rows.py", "step_02/fizz.py"])
def test_bytecode_that_python_has_made_is_nothing(bare, path):
    for optimize in (0, 1, 2):
        py_compile.compile(str(bare.path(path)), optimize=optimize)
    assert of_files(bare.story) == []


def test_bytecode_of_yesterday_is_nothing(bare):
    bytecode(bare, "suite/rows.py", tag("rows"), SEES, noted=[1, 1])
    assert of_files(bare.story) == []


def test_what_plain_pytest_leaves_is_nothing(bare):
    bare.run(sys.executable, "-m", "pytest", "suite", "--step", "2", "-q")
    made = [file.name for file in bare.root.rglob("*.pyc")]
    assert made
    assert of_files(bare.story) == []
