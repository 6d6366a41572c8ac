"""`make prove` in a CI, as docs/proving.md has it; and on a story as commits it sees what the gate proves."""

import re
import shlex

import pytest
from documents.test_proving import CODE, FIRST, GUARD, PAGE
from helpers import TOP, typed_copy
from prove.planted import committed, git, proved, repository

from dojo.runner.matrix import matrix
from dojo.story.story import read_story


@pytest.fixture
def upstream(tmp_path):
    """Where somebody asks to merge a test that passes without its change."""
    upstream = repository(tmp_path / "upstream", ("begun", {"game.py": CODE, "test_game.py": FIRST}))
    git(upstream, "checkout", "--quiet", "-b", "feature")
    committed(upstream, "A guard", GUARD)
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


# A story as the commits of a repository

CONFTEST = """\
import importlib

import pytest


def pytest_configure(config):
    for mark in ("drives", "guards"):
        config.addinivalue_line("markers", f"{mark}(step): written in this step")


@pytest.fixture
def roman():
    return importlib.import_module("roman")
"""
ROW = re.compile(r"^    (?:drives|guards)\((\d+).*\n", re.MULTILINE)
"""A row of a table, which names its step."""
SEEN = {"proven", "red by name only", "red by a crash", "pays an earlier red"}


def commit(story, step):
    """What a step is called, and its files: in the suite there is no row of a later step."""
    files = {"tests/conftest.py": CONFTEST, step.module.name: step.code}
    for file in story.suite.glob("*.py"):
        text = file.read_text(encoding="utf-8")
        files[f"tests/{file.name}"] = ROW.sub(lambda row: row[0] * (int(row[1]) <= step.number), text)
    return f"{step.number} {step.title}", files


def test_what_drives_a_step_does_not_pass_without_its_code_and_a_guard_does(tmp_path, monkeypatch):
    """Each row of the suite has a verdict of its own, of the commit that wrote it."""
    story, found = read_story(TOP / "katas" / "roman"), {}
    monkeypatch.setattr("dojo.prove.judge.join_rows", lambda verdicts, _rows=None: [*verdicts])
    proof = proved(repository(tmp_path / "story", *(commit(story, step) for step in story.steps)))
    for verdict in [one for version in proof.versions for one in version.verdicts]:
        test = verdict.test.replace("tests/", f"{story.shown(story.suite)}/", 1)
        found.setdefault(test, set()).add(str(verdict.kind))
    tests = matrix(story).tests
    driving = {test.id for test in tests if test.kind == "drives"}
    assert len(driving) > 30
    assert {test.id for test in tests if SEEN & found.get(test.id, set())} == driving
    assert len([id for id in driving if "proven" in found[id]]) > len(driving) / 2
