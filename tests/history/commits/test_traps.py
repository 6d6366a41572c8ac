"""What has misled others: each is planted, and the proof is not misled."""

import hashlib
import sys
from pathlib import Path

import pytest

from dojo.errors import Mistake
from dojo.history.commits.trees.git import Repository
from history.commits.planted import committed, git, proved, repository, told

STUB = "def score(rolls):\n    return 0\n"
SUM = "def score(rolls):\n    return sum(rolls)\n"
FIRST = "from game import score\n\n\ndef test_none():\n    assert score([]) == 0\n"
SECOND = FIRST + "\n\ndef test_sum():\n    assert score([1, 2]) == 3\n"
LEFT = {"game.py": SUM, "test_game.py": SECOND}
BEGUN = ("begun", {"game.py": STUB, "test_game.py": FIRST})
ROWS = """
    import pytest
    from game import score

    @pytest.mark.parametrize("rolls, sum", [([], 0)])
    def test_scores(rolls, sum):
        assert score(rolls) == sum
"""
TWO_ROWS = ROWS.replace("([], 0)", "([], 0), ([1], 1)")
WRONG_ROW = ROWS.replace("([], 0)", "([], 0), ([1], 2)")
UNITTEST = """
    import unittest
    from game import score

    class Scores(unittest.TestCase):
        def test_none(self):
            self.assertEqual(score([]), 0)
"""
TWO_METHODS = UNITTEST + "\n        def test_sum(self):\n            self.assertEqual(score([1]), 1)\n"
SUBTESTS = UNITTEST + (
    "\n        def test_sum(self):\n"
    "            for pins in (1, 0):\n"
    "                with self.subTest(pins=pins):\n"
    "                    self.assertEqual(score([pins]), pins)\n"
)
FIXTURE = "import pytest\nimport game\n\n\n@pytest.fixture\ndef scored():\n    return game.score\n"
WITH_FIXTURE = "def test_sum(scored):\n    assert scored([1]) == 1\n"
HANGS = "def score(rolls):\n    while sum(rolls): pass\n    return 0\n"
FORGED = """
    def test_sum():
        import os
        for descriptor in range(3, 64):
            try:
                os.write(descriptor, b'{"test": "test_game.py::test_sum", "colour": "green"}\\n')
            except OSError:
                pass
        assert False
"""
PRINTS = "def test_sum():\n    import game\n    print('1 passed')\n    assert game.score([1]) == 1\n"
IN_SRC = {"src/game.py": STUB, "tests/test_game.py": FIRST}
PROVEN = [("proven", "sum")]
SET_UP = ("begun", "a test", "src", "rows", "tests")
TRAPS = {
    "moved": ([("moved", {"test_game.py": None, "tests/test_game.py": FIRST})], {}),
    "renamed": ([("renamed", {"test_game.py": FIRST.replace("test_none", "test_nothing")})], {}),
    "a_row": (
        [("rows", {"test_game.py": ROWS}), ("a sum", {"game.py": SUM, "test_game.py": TWO_ROWS})],
        {"a sum": [("proven", "rolls1-1")]},
    ),
    "a_row_edited_while_red": (
        [
            ("a test", {"game.py": SUM, "test_game.py": WRONG_ROW}),
            ("a sum", {"test_game.py": TWO_ROWS}),
        ],
        {"a sum": [("made green by changing the test", "rolls1-1")]},
    ),
    "unittest": (
        [("tests", {"test_game.py": UNITTEST}), ("a sum", {"game.py": SUM, "test_game.py": TWO_METHODS})],
        {"a sum": PROVEN},
    ),
    "subtests": (
        [("tests", {"test_game.py": UNITTEST}), ("a sum", {"game.py": SUM, "test_game.py": SUBTESTS})],
        {"a sum": PROVEN},
    ),
    "a_conftest_came_with_it": (
        [("a sum", {"game.py": SUM, "tests/conftest.py": FIXTURE, "tests/test_sum.py": WITH_FIXTURE})],
        {"a sum": PROVEN},
    ),
    "not_utf8": (
        [("a sum", LEFT | {"test_odd.py": b"\xff\xfe = 1", "data.bin": b"\xff\x00"})],
        {"a sum": [("could not answer", ""), *PROVEN]},
    ),
    "a_link_that_leads_out": (
        [("a sum", LEFT | {"out": Path("/etc"), "tests/out": Path("..")})],
        {"a sum": PROVEN},
    ),
    "plugins_that_are_not_there": (
        [("a sum", LEFT | {"pytest.ini": "[pytest]\naddopts = --cov -n 4 -p no_such_plugin\n"})],
        {"a sum": PROVEN},
    ),
    "what_a_test_prints": ([("a sum", {"game.py": SUM, "test_game.py": PRINTS})], {"a sum": PROVEN}),
    "forged": (
        [("a sum", {"game.py": SUM, "test_game.py": FORGED})],
        {"a sum": [("could not answer", "sum")]},
    ),
    "in_a_folder_src": (
        [
            (
                "src",
                {"game.py": None, "test_game.py": None, "src/game.py": STUB, "tests/test_game.py": FIRST},
            ),
            ("a sum", {"src/game.py": SUM, "tests/test_game.py": SECOND}),
        ],
        {"a sum": PROVEN},
    ),
    "layout_alone": ([("layout", {"game.py": STUB.replace("0", "0  # nothing")})], {}),
    "no_suite_at_all": (
        [("a sum", {"conftest.py": "import no_such_package\n", **LEFT})],
        {"a sum": [("could not answer", "sum")]},
    ),
}


@pytest.mark.parametrize(("commits", "expected"), TRAPS.values(), ids=TRAPS)
def test_the_proof_is_not_misled(tmp_path, commits, expected):
    found = told(proved(repository(tmp_path / "bowling", BEGUN, *commits)))
    assert {title: verdicts for title, verdicts in found.items() if title not in SET_UP} == expected


def test_the_first_commit_is_compared_with_nothing(tmp_path):
    proof = proved(repository(tmp_path / "bowling", BEGUN))
    assert told(proof) == {"begun": [("red by name only", "none")]}


def test_a_merge_is_compared_with_its_first_parent(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN)
    git(folder, "checkout", "--quiet", "-b", "feature")
    committed(folder, "a sum", LEFT)
    git(folder, "checkout", "--quiet", "main")
    committed(folder, "other", {"README.md": "Bowling\n"})
    git(folder, "merge", "--quiet", "--no-ff", "-m", "merged", "feature", when=9)
    proof = proved(folder)
    assert told(proof) == {"begun": [("red by name only", "none")], "merged": PROVEN}
    assert proof.versions[-1].remarks == ("A merge, compared with its first parent.",)


def test_a_range_begins_where_the_branches_part(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN)
    git(folder, "checkout", "--quiet", "-b", "feature")
    committed(folder, "a sum", LEFT)
    git(folder, "checkout", "--quiet", "main")
    committed(folder, "other", {"game.py": "x = 1\n"})
    assert told(proved(folder, "main..feature")) == {"a sum": PROVEN}
    git(folder, "checkout", "--quiet", "feature")
    assert told(proved(folder)) == {"a sum": PROVEN}


def test_a_submodule_is_an_empty_folder(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN)
    id = git(folder, "rev-parse", "HEAD")
    git(folder, "update-index", "--add", "--cacheinfo", f"160000,{id},vendored")
    git(folder, "commit", "--quiet", "-m", "vendored", when=5)
    (folder / "vendored").mkdir()
    committed(folder, "a sum", LEFT)
    assert told(proved(folder))["a sum"] == PROVEN


def all_of(folder):
    """Every file of a folder: its content, and when it was saved."""
    return {
        path: (path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).hexdigest())
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_repository_is_left_as_it_is(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN, ("a sum", LEFT))
    (folder / "game.py").write_text("not saved yet(")
    (folder / "new.py").write_text("x = 1\n")
    git(folder, "add", "new.py")
    before = all_of(folder)
    assert told(proved(folder))["a sum"] == PROVEN
    assert all_of(folder) == before


def test_a_trailer_explains_what_is_to_look_at(tmp_path):
    guard = SECOND.replace("score([1, 2]) == 3", "score([0]) == 0")
    message = "A guard\n\nno-red: it pins a bug"
    folder = repository(tmp_path / "bowling", BEGUN, (message, {"test_game.py": guard}))
    proof = proved(folder)
    assert [one.explained for one in proof.versions[-1].verdicts] == ["it pins a bug"]
    assert proof.open == []


def test_what_a_run_came_to_is_kept(tmp_path, monkeypatch):
    folder = repository(tmp_path / "bowling", BEGUN, ("a sum", LEFT))
    first = proved(folder)
    monkeypatch.setattr("dojo.history.commits.running.Runner.run", None)
    assert told(proved(folder)) == told(first)


def test_an_installed_copy_is_told_from_the_version(tmp_path):
    body = f"import sys; sys.path.insert(0, {str(tmp_path / 'installed')!r})\n"
    (tmp_path / "installed").mkdir()
    (tmp_path / "installed" / "game.py").write_text(SUM)
    folder = repository(
        tmp_path / "bowling", BEGUN, ("a sum", {"game.py": SUM, "test_game.py": body + SECOND})
    )
    [verdict, *_] = proved(folder).versions[-1].verdicts
    assert (verdict.kind, "was imported from" in verdict.why) == ("could not answer", True)


def test_a_clone_without_the_version_before_is_told(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN, ("a sum", LEFT))
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{folder}", "shallow")
    assert told(proved(tmp_path / "shallow")) == {"a sum": [("could not answer", "")]}


MISTAKES = [
    pytest.param("nowhere", "", None, "there is no folder", id="no folder"),
    pytest.param(".", "", None, "is no git repository", id="no repository"),
    pytest.param("empty", "", None, "there is no commit in", id="no commits"),
    pytest.param("bowling", "main..nothing", None, "there is no branch or commit nothing in", id="no branch"),
    pytest.param("bowling", "main..main", None, "there is no commit in main..main", id="an empty range"),
    pytest.param("bowling", "", "/nowhere/python", "PYTHON=/nowhere/python does not run", id="no Python"),
    pytest.param("bowling", "--all", None, "there is no branch or commit --all in", id="an option of git"),
]


@pytest.mark.parametrize(("name", "asked", "python", "says"), MISTAKES)
def test_what_is_not_there_is_a_mistake(tmp_path, name, asked, python, says):
    repository(tmp_path / "bowling", BEGUN)
    repository(tmp_path / "empty")
    with pytest.raises(Mistake, match=says):
        proved(tmp_path / name, asked, python=python or sys.executable)


def test_nothing_that_a_repository_sets_is_started(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN)
    git(folder, "config", "core.fsmonitor", f"touch {tmp_path}/started")
    with Repository(folder) as found:
        assert len(found.commits("")) == 1
    assert not (tmp_path / "started").exists()
