"""Law 4: the settings of pytest, and each conftest.py, leave no test of the suite out."""

import pytest
from helpers import TOP

from gate.planting import of_files, reads, told_of

LAX = [
    ("strict = true\n", "", "pytest.ini:1: strict is not true"),
    ("strict = true", "strict = false", "pytest.ini:4: strict is not true"),
    ("fail_at_collect", "skip", "pytest.ini:5: empty_parameter_set_mark is not"),
    ("-p no:cacheprovider", "-k 'not fizz'", "pytest.ini:6: addopts may leave tests out with -k"),
    ("-p no:cacheprovider", "--deselect=suite/test_more.py", "with --deselect=suite/test_more.py"),
    ("-p no:cacheprovider", "-p later", "with -p later"),
    ("-p no:cacheprovider", "--runxfail", "with --runxfail"),
    ("-p no:cacheprovider", "--assert=plain", "with --assert=plain"),
    ("[pytest]", "[pytest]\npython_files = test_n*.py", ":2: python_files changes"),
    ("[pytest]", "[pytest]\npython_functions = test_n", ":2: python_functions changes"),
    ("[pytest]", "[pytest]\npython_classes = Fizz", ":2: python_classes changes"),
    ("[pytest]", "[pytest]\nnorecursedirs = suite", ":2: norecursedirs changes"),
    ("[pytest]", "[pytest]\nusefixtures = later", ":2: usefixtures changes"),
    ("[pytest]", "[pytest]\nfilterwarnings = ignore", ":2: filterwarnings may hide"),
    (
        "[pytest]",
        "[pytest]\nstrict_parametrization_ids = false",
        "ids = false makes pytest lax",
    ),
    ("[pytest]", "pytest", "pytest.ini: pytest cannot read it"),
]


@pytest.mark.parametrize(("old", "new", "told"), LAX, ids=[told for _, _, told in LAX])
def test_a_lax_setting_is_named(bare, old, new, told):
    bare.edit("pytest.ini", old, new)
    reads(bare, "law 4 · pytest.ini", told, violations=of_files)


STRICTER = [
    ("[pytest]", "[pytest]\nfilterwarnings =\n    error\n    error::UserWarning"),
    ("[pytest]", "[pytest]\nxfail_strict = true"),
    ("[pytest]", "[pytest]\nlog_level = INFO\nmarkers =\n    slow: waits"),
    ("-p no:cacheprovider", "-ra -q --tb short -p no:cacheprovider"),
    ("strict = true", "strict = True"),
]


@pytest.mark.parametrize(("old", "new"), STRICTER, ids=[new for _, new in STRICTER])
def test_a_setting_that_leaves_nothing_out_is_none(bare, old, new):
    bare.edit("pytest.ini", old, new)
    assert list(of_files(bare.story)) == []


ELSEWHERE = {
    "pytest.toml": "",
    ".pytest.ini": "",
    "suite/pytest.ini": "[pytest]\n",
    "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-k fizz'\n",
    "suite/pyproject.toml": "[tool.pytest]\n",
    "tox.ini": "[pytest]\naddopts = -k fizz\n",
    "suite/setup.cfg": "[tool:pytest]\naddopts = -k fizz\n",
}


@pytest.mark.parametrize(("name", "text"), ELSEWHERE.items(), ids=ELSEWHERE)
def test_settings_in_another_file_are_named(bare, name, text):
    bare.path(name).write_text(text)
    (said,) = told_of(bare, of_files(bare.story))
    assert said.startswith(f"law 4 · {name}: has settings of pytest as well")


OF_OTHERS = {
    "pyproject.toml": "[tool.ruff]\nline-length = 110\n",
    "tox.ini": "[tox]\n",
    "setup.cfg": "[metadata]\nname = fizz\n",
}


@pytest.mark.parametrize(("name", "text"), OF_OTHERS.items(), ids=OF_OTHERS)
def test_settings_of_something_else_and_fixtures_of_other_tests_are_none(bare, name, text):
    bare.path(name).write_text(text)
    assert list(of_files(bare.story)) == []


def test_a_plugin_that_is_not_the_one_of_the_workspace_is_named(bare):
    bare.edit("conftest.py", 'glob("step_', 'rglob("step_')
    reads(bare, "law 4 · conftest.py: is not the one of the workspace", violations=of_files)


SHARED = {
    "tests/suite/rows.py": "[kt]*/*/suite/rows.py",
    "katas/poker/mutants/finished.py": "[kt]*/*/mutants/finished.py",
}


@pytest.mark.parametrize(("ours", "theirs"), SHARED.items(), ids=SHARED)
def test_what_all_stories_share_is_one_file(ours, theirs):
    files = list(TOP.glob(theirs))
    assert {file.parent.parent.name for file in files} >= {"small", "honest"}
    assert {file.read_bytes() for file in files} == {(TOP / ours).read_bytes()}
