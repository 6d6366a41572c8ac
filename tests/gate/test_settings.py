"""Law 4: the settings of pytest, and each conftest.py, leave no test of the suite out."""

import pytest
from helpers import TOP, small_copy

from dojo.gate.suite import plugins, settings
from dojo.gate.suite.source import SuiteSource
from gate.planting import shuts, told_of

INI = [
    pytest.param("strict = true\n", "", "pytest.ini:1: strict is not true", id="not strict"),
    pytest.param("strict = true", "strict = false", "pytest.ini:4: strict is not true", id="strict is off"),
    pytest.param(
        "fail_at_collect",
        "skip",
        "pytest.ini:5: empty_parameter_set_mark is not",
        id="an empty table may be skipped",
    ),
    pytest.param(
        "-p no:cacheprovider",
        "-k 'not fizz'",
        "pytest.ini:6: addopts may leave tests out with -k",
        id="addopts leaves tests out by a word",
    ),
    pytest.param(
        "-p no:cacheprovider",
        "--deselect=suite/test_more.py",
        "addopts may leave tests out with --deselect=suite/test_more.py",
        id="addopts leaves a file out",
    ),
    pytest.param("-p no:cacheprovider", "-p later", "with -p later", id="addopts brings a plugin"),
    pytest.param("-p no:cacheprovider", "--runxfail", "with --runxfail", id="addopts makes xfail nothing"),
    pytest.param(
        "-p no:cacheprovider", "--assert=plain", "with --assert=plain", id="addopts rewrites no assertion"
    ),
    pytest.param(
        "[pytest]", "[pytest]\npython_files = test_n*.py", ":2: python_files changes", id="python_files"
    ),
    pytest.param(
        "[pytest]", "[pytest]\npython_functions = test_n", ":2: python_functions", id="python_functions"
    ),
    pytest.param(
        "[pytest]", "[pytest]\npython_classes = Fizz", ":2: python_classes changes", id="python_classes"
    ),
    pytest.param(
        "[pytest]", "[pytest]\nnorecursedirs = suite", ":2: norecursedirs changes", id="norecursedirs"
    ),
    pytest.param("[pytest]", "[pytest]\nusefixtures = later", ":2: usefixtures changes", id="usefixtures"),
    pytest.param(
        "[pytest]", "[pytest]\nfilterwarnings = ignore", ":2: filterwarnings may hide", id="filterwarnings"
    ),
    pytest.param(
        "[pytest]",
        "[pytest]\nstrict_parametrization_ids = false",
        ":2: strict_parametrization_ids = false makes pytest lax",
        id="a part of strict is off",
    ),
    pytest.param("[pytest]", "pytest", "pytest.ini: pytest cannot read it", id="no settings at all"),
]


@pytest.mark.parametrize(("old", "new", "told"), INI)
def test_a_lax_setting_is_named(tmp_path, old, new, told):
    copy = small_copy(tmp_path)
    copy.edit("pytest.ini", old, new)
    said = told_of(copy, settings.breaches(copy.story))
    assert [one for one in said if one.startswith("law 4 · pytest.ini") and told in one], said


STRICTER = [
    pytest.param(
        "[pytest]", "[pytest]\nfilterwarnings =\n    error\n    error::UserWarning", id="warnings are errors"
    ),
    pytest.param("[pytest]", "[pytest]\nxfail_strict = true", id="xfail is strict twice"),
    pytest.param("[pytest]", "[pytest]\nlog_level = INFO\nmarkers =\n    slow: waits", id="logs and marks"),
    pytest.param("-p no:cacheprovider", "-ra -q --tb short -p no:cacheprovider", id="how much is said"),
    pytest.param("strict = true", "strict = True", id="in another spelling"),
]


@pytest.mark.parametrize(("old", "new"), STRICTER)
def test_a_setting_that_leaves_nothing_out_is_none(tmp_path, old, new):
    copy = small_copy(tmp_path)
    copy.edit("pytest.ini", old, new)
    assert list(settings.breaches(copy.story)) == []


FILES = [
    pytest.param("pytest.toml", "", id="pytest.toml"),
    pytest.param(".pytest.ini", "", id="a hidden one"),
    pytest.param("suite/pytest.ini", "[pytest]\n", id="one in the suite"),
    pytest.param("pyproject.toml", "[tool.pytest.ini_options]\naddopts = '-k fizz'\n", id="pyproject.toml"),
    pytest.param("suite/pyproject.toml", "[tool.pytest]\n", id="pyproject.toml in the suite"),
    pytest.param("tox.ini", "[pytest]\naddopts = -k fizz\n", id="tox.ini"),
    pytest.param("suite/setup.cfg", "[tool:pytest]\naddopts = -k fizz\n", id="setup.cfg in the suite"),
]


@pytest.mark.parametrize(("name", "text"), FILES)
def test_settings_in_another_file_are_named(tmp_path, name, text):
    copy = small_copy(tmp_path)
    copy.path(name).write_text(text)
    (said,) = told_of(copy, settings.breaches(copy.story))
    assert said.startswith(f"law 4 · {name}: has settings of pytest as well")


OF_OTHERS = [
    pytest.param("pyproject.toml", "[tool.ruff]\nline-length = 110\n", id="pyproject.toml"),
    pytest.param("tox.ini", "[tox]\n", id="tox.ini"),
    pytest.param("setup.cfg", "[metadata]\nname = fizz\n", id="setup.cfg"),
]


@pytest.mark.parametrize(("name", "text"), OF_OTHERS)
def test_settings_of_something_else_are_none(tmp_path, name, text):
    copy = small_copy(tmp_path)
    copy.path(name).write_text(text)
    assert list(settings.breaches(copy.story)) == []


CONFTESTS = [
    pytest.param(
        "conftest.py", "def pytest_collection_modifyitems(items):\n    items.pop()\n", "1: ", id="a hook"
    ),
    pytest.param(
        "conftest.py", "from helper import pytest_runtest_setup\n", "1: ", id="a hook from elsewhere"
    ),
    pytest.param("conftest.py", "from helper import *\n", "1: ", id="anything from elsewhere"),
    pytest.param("conftest.py", "collect_ignore = ['suite']\n", "1: ", id="files to ignore"),
    pytest.param("conftest.py", "pytest_plugins = ['helper']\n", "1: ", id="a plugin"),
    pytest.param("conftest.py", "import sys\n\nsys.path.clear()\n", "3: ", id="something is done"),
    pytest.param(
        "conftest.py",
        "import pytest\n\n\n@pytest.fixture(autouse=True)\ndef later():\n    pytest.skip('not today')\n",
        "5: ",
        id="a fixture for all",
    ),
    pytest.param(
        "conftest.py",
        "import pytest\n\n\n@pytest.fixture\ndef capsys():\n    return None\n",
        "5: ",
        id="a fixture that the suite takes",
    ),
]


@pytest.mark.parametrize(("name", "text", "line"), CONFTESTS)
def test_a_conftest_above_the_suite_that_touches_it_is_named(tmp_path, name, text, line):
    copy = small_copy(tmp_path)
    copy.path(name).write_text(text)
    said = told_of(copy, plugins.breaches(SuiteSource(copy.story)))
    assert [one for one in said if one.startswith(f"law 4 · {name}:{line}plain pytest reads it")], said


def test_a_conftest_above_the_suite_may_have_fixtures_of_other_tests(tmp_path):
    copy = small_copy(tmp_path)
    text = (
        'import pytest\nfrom suite.conftest import pytest_addoption\n\n__all__ = ["pytest_addoption"]\n\n\n'
    )
    copy.path("conftest.py").write_text(
        f"{text}@pytest.fixture\ndef workspace(tmp_path):\n    return tmp_path\n"
    )
    assert list(plugins.breaches(SuiteSource(copy.story))) == []


def test_the_gate_names_a_conftest_at_the_top(small, capsys):
    small.path("conftest.py").write_text("def pytest_collection_modifyitems(items):\n    del items[1:]\n")
    shuts(small, capsys, "law 4 · conftest.py:1", "no hooks (pytest_collection_modifyitems)")


def test_the_gate_names_a_plugin_that_is_not_the_one_of_all_suites(small, capsys):
    small.edit("suite/conftest.py", "\nHANGS = 2\n", "\nHANGS = 3\n")
    shuts(small, capsys, "law 4 · suite/conftest.py", "is not the one that every suite has")


def test_the_gate_names_a_second_conftest_in_the_suite(small, capsys):
    (small.root / "suite" / "more").mkdir()
    (small.root / "suite" / "more" / "conftest.py").write_text("")
    shuts(small, capsys, "law 4 · suite/more/conftest.py", "a suite has one conftest.py")


def test_the_gate_names_a_lax_setting(small, capsys):
    small.edit("pytest.ini", "strict = true\n", "")
    shuts(small, capsys, "law 4 · pytest.ini:1: strict is not true")


def test_the_plugin_that_every_suite_has_is_that_of_the_first():
    """After a change, copy conftest.py to every suite, and its SHA-256 to dojo/gate/suite/plugins.py."""
    assert plugins.is_the_one(TOP / "tests" / "suite" / "conftest.py")
