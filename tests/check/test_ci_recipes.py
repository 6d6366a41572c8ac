"""The recipes of docs/proving.md for GitHub and GitLab, typed in a clone made for each of them."""

import re
import shlex

import pytest
from documents.test_proving import CODE, PAGE
from helpers import TOP, typed_copy
from prove.planted import FIRST, SECOND, committed, git, repository


@pytest.fixture
def upstream(tmp_path):
    """A merge request with a test that passes without its change."""
    upstream = repository(tmp_path / "upstream", ("begun", {"game.py": CODE, "test_game.py": FIRST}))
    git(upstream, "checkout", "--quiet", "-b", "feature")
    committed(upstream, "A guard", {"test_game.py": SECOND})
    merged = git(upstream, "commit-tree", "HEAD^{tree}", "-p", "main", "-p", "HEAD", "-m", "merged", when=11)
    git(upstream, "update-ref", "refs/pull/1/merge", merged)
    return upstream


def prove_in_ci(recipe, upstream, ref, *how, **variables):
    """What the last command of a recipe comes to: those before it fetch from the network.

    The clone is one as a CI makes it, beside a workspace in `dojo`: some commits, and no branch.
    """
    git(upstream.parent, "init", "--quiet", "bowling")
    clone = upstream.parent / "bowling"
    git(clone, "fetch", "--quiet", *how, f"file://{upstream}", ref)
    git(clone, "checkout", "--quiet", "--detach", "FETCH_HEAD")
    (clone / ".venv").symlink_to(TOP / ".venv")
    typed = typed_copy(upstream.parent)
    typed.root = typed.root.rename(upstream.parent / "dojo")
    block = PAGE.partition(f"On {recipe}, ")[2].partition("```yaml\n")[2].partition("```")[0]
    line = re.findall(r"python -m dojo prove .*", block)[-1]
    python = shlex.quote(str(TOP / ".venv/bin/python"))
    return typed.run("sh", "-c", line.replace("python -m", f"{python} -m"), **variables)


def test_the_recipe_for_github_annotates_the_test(upstream, tmp_path):
    summary = tmp_path / "summary.md"
    variables = {"GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": str(summary)}
    done = prove_in_ci("GitHub", upstream, "refs/pull/1/merge", "--depth=2", **variables)
    assert done.returncode == 1, done.stderr
    assert "::warning file=test_game.py,line=8::“sum” passes without this change too. Either" in done.stdout
    assert "To look at: 1\n" in summary.read_text(encoding="utf-8")


def test_the_recipe_for_gitlab_fails_on_what_passes_without_its_change(upstream, tmp_path):
    base, head = (git(upstream, "rev-parse", name) for name in ("main", "feature"))
    variables = {"CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "CI_COMMIT_SHA": head}
    folder = str(tmp_path / "bowling")
    done = prove_in_ci("GitLab", upstream, "refs/heads/feature", CI_PROJECT_DIR=folder, **variables)
    assert done.returncode == 1, done.stderr
    assert "1 passes: look at it" in done.stdout
