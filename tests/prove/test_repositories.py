"""What has misled others of a repository as a whole: each is planted, and the proof is not misled."""

import hashlib
import sys

import pytest

from dojo.errors import UsageError
from dojo.prove.commits import read_reasons
from dojo.prove.git import Repository
from dojo.prove.page import proof_page
from prove.planted import committed, git, proved, repository, told

FIRST = "from game import score\n\n\ndef test_none():\n    assert score([]) == 0\n"
SECOND = FIRST + "\n\ndef test_sum():\n    assert score([1, 2]) == 3\n"
LEFT = {"game.py": "def score(rolls):\n    return sum(rolls)\n", "test_game.py": SECOND}
BEGUN = ("begun", {"game.py": "def score(rolls):\n    return 0\n", "test_game.py": FIRST})
PROVEN = ["proven: sum"]


def test_the_first_commit_is_compared_with_nothing(tmp_path):
    assert told(proved(repository(tmp_path / "bowling", BEGUN))) == {"begun": ["red by name only: none"]}


def test_a_merge_is_compared_with_its_first_parent_or_its_commits_come_on_request(tmp_path):
    folder = merged_pull_request(tmp_path / "bowling")
    assert told(proved(folder, "main..refs/pull/1/merge")) == {"merged": PROVEN}
    assert told(proved(folder, "main..refs/pull/1/merge", merged=True)) == {"a sum": PROVEN}


VERSIONED = {"bowling/__init__.py": "from bowling._version import N\n\n\ndef score(rolls):\n    return N\n"}


def test_what_a_build_wrote_beside_the_code_is_there_in_each_version(tmp_path):
    begun = {".gitignore": "_version.py\n", "test_game.py": FIRST.replace("game", "bowling"), **VERSIONED}
    mended = {
        "bowling/__init__.py": VERSIONED["bowling/__init__.py"].replace("return N", "return sum(rolls)")
    }
    folder = repository(
        tmp_path / "bowling",
        ("begun", begun),
        ("a sum", mended | {"test_game.py": SECOND.replace("game", "bowling")}),
    )
    git(folder, "reset", "--quiet", "--hard")
    (folder / "bowling" / "_version.py").write_text("N = 0\n")
    assert told(proved(folder, "main~1..main")) == {"a sum": PROVEN}


def test_a_range_begins_where_the_branches_part(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN)
    git(folder, "branch", "feature")
    committed(folder, "other", {"game.py": "x = 1\n"})
    git(folder, "symbolic-ref", "HEAD", "refs/heads/feature")
    committed(folder, "a sum", LEFT)
    assert told(proved(folder, "main..feature")) == told(proved(folder)) == {"a sum": PROVEN}


def all_of(folder):
    """Every file of a folder: its content, and when it was saved."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path: (path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).digest()) for path in files}


def test_a_repository_is_left_as_it_is_and_its_page_needs_nothing_of_the_proof(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN, ("a sum", LEFT | {"notes.txt": "a sum\n"}))
    git(folder, "reset", "--quiet", "--hard")
    (folder / "game.py").write_text("not saved yet(")
    (folder / "new.py").write_text("x = 1\n")
    git(folder, "add", "new.py")
    before = all_of(folder)
    proof = proved(folder, "main~1..main")
    html = proof_page(proof)
    assert all_of(folder) == before
    assert "fails without this change" in html
    assert '<ins class=line><span class=sign>+</span>    <span class="k">return</span> sum(rolls)' in html
    assert "<ins class=line><span class=sign>+</span>a sum" in html
    assert "E   assert 0 == 3" in html


def merged_pull_request(folder):
    """A branch that was merged, as a CI checks it out: the merge, on no branch."""
    repository(folder, BEGUN)
    git(folder, "checkout", "--quiet", "-b", "feature")
    committed(folder, "a sum", LEFT)
    merged = git(folder, "commit-tree", "HEAD^{tree}", "-p", "main", "-p", "HEAD", "-m", "merged", when=11)
    git(folder, "update-ref", "refs/pull/1/merge", merged)
    return folder


@pytest.mark.parametrize("depth", [[], ["--depth=2"]], ids=["whole", "of_depth_2"])
def test_a_pull_request_is_compared_with_its_base(tmp_path, depth):
    folder = merged_pull_request(tmp_path / "bowling")
    clone = tmp_path / "clone"
    git(tmp_path, "init", "--quiet", clone)
    git(clone, "fetch", "--quiet", *depth, f"file://{folder}", "refs/pull/1/merge")
    git(clone, "checkout", "--quiet", "--detach", "FETCH_HEAD")
    assert told(proved(clone)) == {"merged": PROVEN}


def test_a_checkout_without_a_branch_begins_where_the_default_branch_was_left(tmp_path):
    folder = merged_pull_request(tmp_path / "bowling")
    git(tmp_path, "clone", "--quiet", "--no-checkout", f"file://{folder}", "clone")
    clone = tmp_path / "clone"
    git(clone, "checkout", "--quiet", "--detach", "origin/feature")
    git(clone, "symbolic-ref", "--delete", "refs/remotes/origin/HEAD")
    assert told(proved(clone)) == {"a sum": PROVEN}


@pytest.mark.parametrize(("depth", "found"), [(1, {"later": ["could not answer:"]}), (2, {})])
def test_of_a_shallow_clone_the_commits_are_judged_whose_parents_are_there(tmp_path, depth, found):
    folder = repository(tmp_path / "bowling", BEGUN, ("a sum", LEFT))
    committed(folder, "later", {"test_game.py": SECOND.replace("sum", "total")})
    git(tmp_path, "clone", "--quiet", "--depth", str(depth), f"file://{folder}", "shallow")
    assert told(proved(tmp_path / "shallow")) == found


def test_a_range_of_one_commit_is_that_commit(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN, ("a sum", LEFT), ("a note", {"notes.txt": "1"}))
    proof = proved(folder, "main~1")
    assert told(proof) == {"a sum": PROVEN}
    [version] = proof.versions
    [verdict] = version.verdicts
    hashes = [git(folder, "rev-parse", f"main~{number}") for number in (2, 1)]
    assert [proof.base, proof.head, version.commit] == [*hashes, hashes[1]]
    assert (verdict.file, verdict.line) == ("test_game.py", 8)


GUARD = {"test_game.py": SECOND.replace("score([1, 2]) == 3", "score([0]) == 0")}


def test_a_trailer_or_a_file_of_reasons_explains_what_is_to_look_at(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN, ("A guard\n\nno-red: it pins a bug", GUARD))
    committed(folder, "More", {"test_more.py": SECOND})
    file = tmp_path / "explained.txt"
    file.write_text("# our guards\n\ntest_more.py::test_none # it guards\n")
    reasons = read_reasons(file)
    proof = proved(folder, "main~2..main", reasons=reasons)
    assert [(one.rule, one.explained) for one in proof.verdicts] == [
        ("sum", "it pins a bug"),
        ("none", "it guards"),
        ("sum", ""),
    ]
    assert proof.open == []


def test_a_reason_that_is_missing_is_a_mistake(tmp_path):
    file = tmp_path / "explained.txt"
    file.write_text("test_game.py::test_sum\n")
    with pytest.raises(UsageError, match="line 1: give a reason, as in `test_game"):
        read_reasons(file)
    with pytest.raises(UsageError, match=r"nothing.txt cannot be read"):
        read_reasons(tmp_path / "nothing.txt")


MISTAKES = {
    "no folder": ("nowhere", "", sys.executable, "there is no folder"),
    "no repository": (".", "", sys.executable, "is no git repository"),
    "no commits": ("empty", "", sys.executable, "there is no commit in"),
    "no branch": ("bowling", "main..nothing", sys.executable, "there is no branch or commit nothing in"),
    "an empty range": ("bowling", "main..main", sys.executable, "there is no commit in main..main"),
    "no Python": ("bowling", "", "/nowhere/python", "/nowhere/python does not run"),
    "an option of git": ("bowling", "--all", sys.executable, "there is no branch or commit --all in"),
}


@pytest.mark.parametrize(("name", "asked", "python", "says"), MISTAKES.values(), ids=MISTAKES)
def test_what_is_not_there_is_a_mistake(tmp_path, name, asked, python, says):
    repository(tmp_path / "bowling", BEGUN)
    repository(tmp_path / "empty")
    with pytest.raises(UsageError, match=says):
        proved(tmp_path / name, asked, python=python)


def test_nothing_that_a_repository_sets_is_started(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN)
    git(folder, "config", "core.fsmonitor", f"touch {tmp_path}/started")
    assert len(Repository(folder).commits("")) == 1
    assert not (tmp_path / "started").exists()
