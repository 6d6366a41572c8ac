"""What README.md and its like say is so."""

import re
import shlex

import pytest
from conftest import ROOT

from dojo import contents
from dojo.documents import judgements
from dojo.parallel import run_on_all_cores
from dojo.steps import all_steps

PAGES = [
    ROOT / "README.md",
    ROOT / "steps" / "README.md",
    *ROOT.glob("katas/*.md"),
    *ROOT.glob("katas/*/*.md"),
    *(s.readme for s in all_steps()),
]
NAMES = [str(page.relative_to(ROOT)) for page in PAGES]


@pytest.fixture(scope="module")
def matrix():
    return run_on_all_cores()


def test_the_tables_and_the_pictures_are_as_make_contents_would_make_them(matrix):
    assert contents.stale(contents.pages(matrix, ROOT)) == []


STALE = [
    pytest.param("README.md", "00 Nothing yet", "00 Nothing", id="the table of README.md"),
    pytest.param(
        "steps/README.md", "| test first | 24–32 |", "| test first | 24–33 |", id="of steps/README.md"
    ),
    pytest.param("katas/judging.md", "| 32 | 0 of 7 |", "| 32 | 7 of 7 |", id="of katas/judging.md"),
    pytest.param("steps/progression.svg", "36&#160;Program", "36&#160;Programme", id="the picture"),
    pytest.param("README.md", "times as fast as eval7: step 49", "faster than eval7", id="the figures"),
    pytest.param("steps/speed.svg", ">47 Hand power<", ">47 Hand force<", id="the plot"),
]


@pytest.mark.parametrize(("path", "old", "new"), STALE)
def test_a_stale_page_is_found(workspace, matrix, path, old, new):
    workspace.edit(path, old, new)
    assert contents.stale(contents.pages(matrix, workspace.root)) == [workspace.root / path]


def test_only_the_label_of_two_pair_keeps_the_dialogue_from_being_accepted():
    rules = {result.rule for failing in judgements()["test_dialogue.py"].right.values() for result in failing}
    assert rules == {"scores", "show[2♦ 2♣ 3♣ 3♠ 4♥-Two Pairs]"}


def test_no_document_has_a_wheel_that_loses():
    for judgement in judgements().values():
        assert "wheel_counts_its_ace_high" in [wrong.name for wrong in judgement.alive]


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_verb_that_is_written_is_one(here, page):
    text = page.read_text(encoding="utf-8")
    commands = re.findall(r"`make ([^`<]+)", text) + re.findall(r"^make ([^<\n]+)", text, re.MULTILINE)
    for command in commands:
        made = here.make("--dry-run", *shlex.split(command.replace("step-N", "step-7")))
        assert (command, made.returncode, made.stderr) == (command, 0, "")


@pytest.mark.parametrize("step", all_steps(), ids=lambda step: step.name)
def test_the_code_of_a_step_can_be_projected(step):
    assert max(map(len, step.code.splitlines())) < 80


def test_the_readme_shows_the_command_for_a_lock_that_the_locks_name(here):
    for lock in ("loop.txt", "lint.txt", "property.txt", "browser.txt", "bench.txt"):
        assert "see README.md, Keeping it" in here.path(f"requirements/{lock}").read_text()
    assert '--custom-compile-command "see README.md, Keeping it"' in here.path("README.md").read_text()


def test_a_lock_names_no_registry_and_no_path(here):
    for lock in here.root.glob("requirements/*"):
        assert not re.search(r"https?:|--index|--find-links|file:", lock.read_text()), lock.name


def test_no_two_rules_have_one_name(here):
    """`make progress` and the gate name a test by its rule."""
    rows = "".join(file.read_text(encoding="utf-8") for file in here.root.glob("tests/suite/test_*.py"))
    rules = re.findall(r'(?:drives|guards)\(\s*\d+,\s*"([^"]+)"', rows)
    assert [rule for rule in set(rules) if rules.count(rule) > 1] == []


def test_the_laws_of_the_readme_are_the_eight(here):
    text = here.path("README.md").read_text(encoding="utf-8")
    laws = re.findall(r"^(\d)\. ", text, re.MULTILINE)
    assert laws == list("12345678")


def test_ci_calls_the_two_commands_of_the_readme(here):
    readme = re.findall(r"```sh\n(make \w+)\n```", here.path("README.md").read_text(encoding="utf-8"))[:2]
    ci = re.findall(r"^make .*", here.path(".ci/run").read_text(), re.MULTILINE)
    assert readme == ["make progress", "make test"]
    assert ci == [*readme, "make exhaustive"]


def test_the_keys_that_the_readme_tells_of_the_board_are_its_keys(here):
    readme = here.path("README.md").read_text(encoding="utf-8").partition("| key | |")[2].partition("\n\n")[0]
    told = set(re.findall(r"`(.)`", readme))
    board = here.path("dojo/pages/board.html").read_text(encoding="utf-8")
    helped = set(re.findall(r"<kbd>(.)</kbd>", board))
    assert len(told) == 8
    assert told <= helped
