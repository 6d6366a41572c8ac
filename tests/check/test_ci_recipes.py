"""The recipes of docs/proving.md for GitHub and GitLab, typed in a clone made for each of them."""

import os
import re
import shlex
import subprocess
import sys

import pytest
from documents.test_proving import CODE, PAGE
from helpers import TOP, typed_copy
from prove.planted import FIRST, SECOND, committed, git, repository

from dojo import __version__


@pytest.fixture
def upstream(tmp_path):
    """A merge request with a test that passes without its change."""
    upstream = repository(tmp_path / "upstream", ("begun", {"game.py": CODE, "test_game.py": FIRST}))
    git(upstream, "checkout", "--quiet", "-b", "feature")
    committed(upstream, "A guard", {"test_game.py": SECOND})
    merged = git(upstream, "commit-tree", "HEAD^{tree}", "-p", "main", "-p", "HEAD", "-m", "merged", when=11)
    git(upstream, "update-ref", "refs/pull/1/merge", merged)
    return upstream


def clone_in_ci(upstream, ref, *how):
    """Clone as a CI does: some commits, and no branch."""
    git(upstream.parent, "init", "--quiet", "bowling")
    clone = upstream.parent / "bowling"
    git(clone, "fetch", "--quiet", *how, f"file://{upstream}", ref)
    git(clone, "checkout", "--quiet", "--detach", "FETCH_HEAD")
    return clone


def recipe_for(service):
    """The recipe of the page for a service."""
    return PAGE.partition(f"On {service}, ")[2].partition("```yaml\n")[2].partition("```")[0]


def prove_on_gitlab(upstream, ref, **variables):
    """Type the last command of the recipe for GitLab, next to a workspace in `dojo`.

    Those before it fetch from the network.
    """
    clone = clone_in_ci(upstream, ref)
    (clone / ".venv").symlink_to(TOP / ".venv")
    typed = typed_copy(upstream.parent)
    typed.root = typed.root.rename(upstream.parent / "dojo")
    line = re.findall(r"python -m dojo prove .*", recipe_for("GitLab"))[-1]
    python = shlex.quote(str(TOP / ".venv/bin/python"))
    return typed.run("sh", "-c", line.replace("python -m", f"{python} -m"), **variables)


def test_the_recipe_for_github_uses_the_action_of_this_version():
    assert f"uses: your-name/dojo@v{__version__}\n" in recipe_for("GitHub")


def test_the_action_annotates_the_test(upstream, tmp_path):
    """Its command runs as on GitHub: in a shallow clone of the merge, with the default inputs."""
    clone = clone_in_ci(upstream, "refs/pull/1/merge", "--depth=2")
    action = (TOP / "action.yml").read_text(encoding="utf-8")
    command = re.sub(r"(?m)^ {8}", "", action.partition("run: |\n")[2])
    summary = tmp_path / "summary.md"
    variables = {
        "GITHUB_ACTION_PATH": str(TOP),
        "GITHUB_ACTIONS": "true",
        "GITHUB_STEP_SUMMARY": str(summary),
        "RUNNER_TEMP": str(tmp_path / "a temporary folder"),
        "REPO": ".",
        "RANGE": "",
        "FAIL_ON": "passes,untested,off",
        "EXCLUDE": "",
        "TESTS_PYTHON": sys.executable,
        "ARGS": "",
    }
    done = subprocess.run(
        ["bash", "-e", "-c", command], cwd=clone, env=os.environ | variables, capture_output=True, text=True
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert (
        "::warning file=test_game.py,line=8::“sum” passes either way: it is a guard, or it tests nothing."
        in done.stdout
    )
    assert "| ! | passes either way | “sum” passes either way:" in summary.read_text(encoding="utf-8")


def test_the_recipe_for_gitlab_fails_on_what_passes_without_its_change(upstream, tmp_path):
    base, head = (git(upstream, "rev-parse", name) for name in ("main", "feature"))
    variables = {"CI_MERGE_REQUEST_DIFF_BASE_SHA": base, "CI_COMMIT_SHA": head}
    folder = str(tmp_path / "bowling")
    done = prove_on_gitlab(upstream, "refs/heads/feature", CI_PROJECT_DIR=folder, **variables)
    assert done.returncode == 1, done.stderr
    assert "1 passes: look at it" in done.stdout


def test_the_hook_for_pre_commit_stops_a_push_of_what_passes_either_way(upstream):
    hook = PAGE.partition("before each push")[2].partition("```yaml\n")[2].partition("```")[0]
    entry = re.search(r"entry: dojo (.*)", hook)
    assert entry
    git(upstream, "reset", "--quiet", "--hard")
    python = TOP / ".venv/bin/python"
    # the command that is installed stands in the repository; that of a clone, in the clone
    places = {"REPO=.": f"REPO={upstream}", "PYTHON=python": f"PYTHON={python}"}
    words = [places.get(word, word) for word in shlex.split(entry[1])]
    dojo = [str(python), "-m", "dojo", *words]
    done = subprocess.run(dojo, cwd=TOP, capture_output=True, text=True)
    assert "“sum” passes either way" in done.stdout
    assert done.returncode == 1
