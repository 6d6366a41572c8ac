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


@pytest.fixture(scope="module")
def merged(tmp_path_factory):
    """A branch that was merged, as a CI checks it out: the merge, on no branch; main went on."""
    folder = repository(tmp_path_factory.mktemp("merged") / "bowling", BEGUN)
    git(folder, "branch", "feature")
    committed(folder, "other", {"notes.txt": "1"})
    git(folder, "symbolic-ref", "HEAD", "refs/heads/feature")
    committed(folder, "a sum", LEFT)
    merge = git(folder, "commit-tree", "HEAD^{tree}", "-p", "main", "-p", "HEAD", "-m", "merged", when=11)
    git(folder, "update-ref", "refs/pull/1/merge", merge)
    return folder


def test_a_range_begins_where_branches_part_and_a_merge_is_compared_with_its_first_parent(merged):
    assert told(proved(merged, "main~1")) == {"begun": ["red by name only: none"]}
    assert told(proved(merged, "main..feature")) == told(proved(merged)) == {"a sum": PROVEN}
    assert told(proved(merged, "main..refs/pull/1/merge")) == {"merged": PROVEN}
    assert told(proved(merged, "main..refs/pull/1/merge", merged=True)) == {"a sum": PROVEN}


def test_what_a_build_wrote_beside_the_code_is_there_in_each_version(tmp_path):
    code = "from _version import N\n\n\ndef score(rolls):\n    return N\n"
    begun = {".gitignore": "_version.py\n", "game.py": code, "test_game.py": FIRST}
    mended = {"game.py": code.replace("return N", "return sum(rolls)"), "test_game.py": SECOND}
    folder = repository(tmp_path / "bowling", ("begun", begun), ("a sum", mended))
    git(folder, "reset", "--quiet", "--hard")
    (folder / "_version.py").write_text("N = 0\n")
    assert told(proved(folder, "main~1..main")) == {"a sum": PROVEN}


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
    html = proof_page(proved(folder, "main~1..main"))
    assert all_of(folder) == before
    line = "<ins class=line><span class=sign>+</span>"
    code = f'{line}    <span class="k">return</span> sum(rolls)'
    for part in ("fails without this change", code, f"{line}a sum", "E   assert 0 == 3"):
        assert part in html


@pytest.mark.parametrize("depth", [[], ["--depth=2"]], ids=["whole", "of_depth_2"])
def test_a_pull_request_is_compared_with_its_base(tmp_path, merged, depth):
    clone = tmp_path / "clone"
    git(tmp_path, "init", "--quiet", clone)
    git(clone, "fetch", "--quiet", *depth, f"file://{merged}", "refs/pull/1/merge")
    git(clone, "checkout", "--quiet", "--detach", "FETCH_HEAD")
    assert told(proved(clone)) == {"merged": PROVEN}


def test_a_checkout_without_a_branch_begins_where_the_default_branch_was_left(tmp_path, merged):
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "--quiet", "--no-checkout", f"file://{merged}", clone)
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


ROW = "import pytest\n@pytest.mark.parametrize('n', [0])\ndef test_row(n): assert n == 0\n"
GUARD = {"test_game.py": SECOND.replace("score([1, 2]) == 3", "score([0]) == 0")}


def test_a_trailer_or_a_file_of_reasons_explains_what_is_to_look_at(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN, ("A guard\n\nno-red: it pins a bug", GUARD))
    committed(folder, "More", {"test_more.py": SECOND, "test_rows.py": ROW})
    file = tmp_path / "explained.txt"
    explained = ["# our guards", "", "test_more.py::test_none # it guards", "test_more.py::test_sum # red"]
    file.write_text("\n".join([*explained, "test_rows.py::test_row # its rows"]))
    proof = proved(folder, "main~2..main", reasons=read_reasons(file))
    found = ", ".join(f"{one.rule} # {one.explained}" for one in proof.verdicts)
    assert found == "sum # it pins a bug, none # it guards, sum # , row[0] # its rows"
    assert proof.open == []


def test_a_reason_that_is_missing_is_a_mistake(tmp_path):
    file = tmp_path / "explained.txt"
    file.write_text("test_game.py::test_sum\n")
    with pytest.raises(UsageError, match="line 1: give a reason, as in `test_game"):
        read_reasons(file)
    with pytest.raises(UsageError, match=r"nothing.txt cannot be read"):
        read_reasons(tmp_path / "nothing.txt")


MISTAKES = {
    "no folder": ("nowhere", "", sys.executable, "is no git repository .*No such file or directory"),
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
