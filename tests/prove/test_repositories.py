"""Which commits of a repository are judged, what explains them, and that nothing in it is touched."""

import hashlib

import pytest

from dojo.errors import UsageError
from dojo.prove.commits import NOT_HERE, read_reasons
from dojo.prove.measure.git.commits import find_commits
from dojo.prove.measure.git.repository import Repository
from dojo.prove.page import proof_page
from prove.planted import FIRST, SECOND, STUB, committed, git, proved, repository, told

LEFT = {"game.py": "def score(rolls):\n    return sum(rolls)\n", "test_game.py": SECOND}
BEGUN = ("begun", {"game.py": STUB, "test_game.py": FIRST})
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


def titles(folder, asked=""):
    return ", ".join(one.title for one in find_commits(Repository(folder), asked))


def test_a_range_begins_at_the_fork_and_a_merge_is_compared_with_its_first_parent(merged):
    merge = "main..refs/pull/1/merge"
    assert titles(merged, "main~1") == "begun"
    assert titles(merged, "main..feature") == titles(merged) == "a sum"
    assert told(proved(merged, merge)) == {"merged": PROVEN}
    assert told(proved(merged, merge, merged=True)) == {"a sum": PROVEN}


CLONES = {
    "a pull request": (["refs/pull/1/merge"], "merged"),
    "a pull request, of depth 2": (["--depth=2", "refs/pull/1/merge"], "merged"),
    "no branch, since it left the default branch": (["main:refs/remotes/origin/main", "feature"], "a sum"),
}


@pytest.mark.parametrize(("words", "found"), CLONES.values(), ids=CLONES)
def test_what_a_ci_has_fetched_is_compared_with_the_default_branch(tmp_path, merged, words, found):
    git(tmp_path, "init", "--quiet", "--initial-branch=none")
    git(tmp_path, "fetch", "--quiet", f"file://{merged}", *reversed(words))
    git(tmp_path, "checkout", "--quiet", "--detach", "FETCH_HEAD")
    assert titles(tmp_path) == found


def test_of_a_shallow_clone_the_commits_are_judged_whose_parents_are_there(tmp_path, merged):
    for depth, says in (1, [f"could not answer: {NOT_HERE}"]), (2, []):
        clone = tmp_path / f"of_depth_{depth}"
        git(tmp_path, "clone", "--quiet", f"--depth={depth}", "--branch=main", f"file://{merged}", clone)
        assert titles(clone) == "other"
        assert [one.says for one in proved(clone).verdicts] == says


def test_what_a_build_wrote_beside_the_code_is_there_in_each_version(tmp_path):
    folder = repository(tmp_path / "bowling", ("begun", {".gitignore": "_version.py\n", "game.py": ""}))
    git(folder, "reset", "--quiet", "--hard")
    for name in ("_version.py", "elsewhere/_version.py"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("N = 0\n")
    found = Repository(folder).files("main")
    assert found is not None
    assert sorted(found) == [b".gitignore", b"_version.py", b"game.py"]
    assert found[b"_version.py"].content == b"N = 0\n"


def all_of(folder):
    """Every file of a folder: its content, and when it was saved."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path: (path.stat().st_mtime_ns, hashlib.sha256(path.read_bytes()).digest()) for path in files}


def test_a_repository_is_left_as_it_is_and_its_page_needs_nothing_of_the_proof(tmp_path):
    folder = repository(tmp_path / "bowling", BEGUN, ("a sum", LEFT | {"notes.txt": "a sum\n"}), ("end", {}))
    git(folder, "reset", "--quiet", "--hard")
    (folder / "game.py").write_text("not saved yet(")
    (folder / "new.py").write_text("x = 1\n")
    git(folder, "add", "new.py")
    git(folder, "config", "core.fsmonitor", f"touch {tmp_path}/started")
    before = all_of(folder)
    proof = proved(folder, "main~1")
    html = proof_page(proof)
    assert all_of(folder) == before
    assert not (tmp_path / "started").exists()
    line = "<ins class=line><span class=sign>+</span>"
    code = f'{line}    <span class="k">return</span> sum(rolls)'
    for part in ("caught the change", code, f"{line}a sum", "E   assert 0 == 3"):
        assert part in html
    assert told(proof) == {"a sum": PROVEN}
    [version] = proof.versions
    [verdict] = version.verdicts
    hashes = [git(folder, "rev-parse", f"main~{number}") for number in (2, 1)]
    assert [proof.base, proof.head, version.commit] == [*hashes, hashes[1]]
    assert (verdict.file, verdict.line) == ("test_game.py", 8)


def test_a_trailer_or_a_file_of_reasons_explains_what_is_to_look_at(tmp_path):
    guard = {"test_game.py": SECOND.replace("score([1, 2]) == 3", "score([0]) == 0")}
    folder = repository(tmp_path / "bowling", BEGUN, ("A guard\n\nno-red: it pins a bug", guard))
    row = "import pytest\n@pytest.mark.parametrize('n', [0])\ndef test_row(n): assert n == 0\n"
    committed(folder, "More", {"test_more.py": SECOND, "test_rows.py": row})
    file = tmp_path / "explained.txt"
    explained = ["# our guards", "", "test_more.py::test_none # it guards", "test_more.py::test_sum # red"]
    file.write_text("\n".join([*explained, "test_rows.py::test_row # its rows"]))
    proof = proved(folder, reasons=read_reasons(file))
    found = ", ".join(f"{one.rule} # {one.explained}" for one in proof.verdicts)
    assert found == "none # , sum # it pins a bug, none # it guards, sum # , row[0] # its rows"
    assert proof.open == []


def test_a_reason_that_is_missing_is_a_mistake(tmp_path):
    file = tmp_path / "explained.txt"
    file.write_text("test_game.py::test_sum\n")
    with pytest.raises(UsageError, match="line 1: give a reason, as in `test_game"):
        read_reasons(file)
    with pytest.raises(UsageError, match=r"nothing.txt cannot be read"):
        read_reasons(tmp_path / "nothing.txt")


MISTAKES = {
    "no folder": ("nowhere", "", "is no git repository .*No such file or directory"),
    "no repository": (".", "", "is no git repository: REPO= is the path of one"),
    "no commits": ("empty", "", "there is no commit in"),
    "no branch": ("bowling", "main..nothing", "there is no branch or commit nothing in"),
    "an empty range": ("bowling", "main..main", "there is no commit in main..main"),
    "an option of git": ("bowling", "--all", "there is no branch or commit --all in"),
}


@pytest.mark.parametrize(("name", "asked", "says"), MISTAKES.values(), ids=MISTAKES)
def test_what_is_not_there_is_a_mistake(tmp_path, merged, name, asked, says):
    git(tmp_path, "init", "--quiet", tmp_path / "empty")
    with pytest.raises(UsageError, match=says):
        proved(merged if name == "bowling" else tmp_path / name, asked)
