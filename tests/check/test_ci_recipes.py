"""The recipes of docs/proving.md for GitHub and GitLab, typed in a clone made for each of them."""

import re
import shlex

import pytest
from helpers import TOP, typed_copy
from prove.planted import committed, git, repository

PAGE = (TOP / "docs" / "proving.md").read_text(encoding="utf-8")
FIRST = "from game import score\n\n\ndef test_none():\n    assert score([]) == 0\n"
BEGUN = ("begun", {"game.py": "def score(rolls):\n    return sum(rolls)\n", "test_game.py": FIRST})
GUARD = {"test_game.py": FIRST + "\n\ndef test_sum():\n    assert score([1]) == 1\n"}


@pytest.fixture
def ci(tmp_path):
    """A workspace in `dojo`, and a pull request whose test passes without its change."""
    typed = typed_copy(tmp_path)
    typed.root.rename(tmp_path / "dojo")
    typed.root = tmp_path / "dojo"
    upstream = repository(tmp_path / "upstream", BEGUN)
    git(upstream, "checkout", "--quiet", "-b", "feature")
    committed(upstream, "A guard", GUARD)
    merged = git(upstream, "commit-tree", "HEAD^{tree}", "-p", "main", "-p", "HEAD", "-m", "merged", when=11)
    git(upstream, "update-ref", "refs/pull/1/merge", merged)
    return typed


def fetched(folder, ref, *how):
    """A clone as a CI makes it: some commits, and no branch."""
    git(folder, "init", "--quiet", "bowling")
    clone = folder / "bowling"
    git(clone, "fetch", "--quiet", *how, f"file://{folder}/upstream", ref)
    git(clone, "checkout", "--quiet", "--detach", "FETCH_HEAD")
    (clone / ".venv").symlink_to(TOP / ".venv")
    return clone


def recipe(name):
    """The last command of a recipe: those before it fetch from the network."""
    block = PAGE.partition(f"On {name}, ")[2].partition("```yaml\n")[2].partition("```")[0]
    return re.findall(r"python -m dojo prove .*", block)[-1]


def typed_line(ci, line, **variables):
    """Type a line at the top of the workspace, with its own Python."""
    words = line.replace("python -m", shlex.quote(str(TOP / ".venv/bin/python")) + " -m")
    return ci.run("sh", "-c", words, **variables)


def test_the_recipe_for_github_annotates_the_test(ci, tmp_path):
    fetched(tmp_path, "refs/pull/1/merge", "--depth=2")
    summary = tmp_path / "summary.md"
    done = typed_line(ci, recipe("GitHub"), GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=str(summary))
    assert done.returncode == 1, done.stderr
    assert "::warning file=test_game.py,line=8::“sum” passes without this change too. Either" in done.stdout
    assert "To look at: 1\n" in summary.read_text(encoding="utf-8")


def test_the_recipe_for_gitlab_fails_on_what_passes_without_its_change(ci, tmp_path):
    clone = fetched(tmp_path, "refs/heads/feature")
    base, head = (git(clone, "rev-parse", name) for name in ("HEAD~1", "HEAD"))
    variables = {"CI_PROJECT_DIR": str(clone), "CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "CI_COMMIT_SHA": head}
    done = typed_line(ci, recipe("GitLab"), **variables)
    assert done.returncode == 1, done.stderr
    assert "1 passes: look at it" in done.stdout
