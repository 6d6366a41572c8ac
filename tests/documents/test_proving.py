"""docs/proving.md: its words are those of the report, and the line for a CI does what it says."""

import re

from helpers import TOP, small_copy, typed_copy
from prove.planted import FIRST, PYTHON, SECOND, STUB, committed, git, repository

from documents.written import commands
from dojo.gate.prose.commands import first_wrong
from dojo.prove.verdict import LIGHTS_ONLY, Kind

PAGE = (TOP / "docs" / "proving.md").read_text(encoding="utf-8")
CODE = STUB.replace("0", "sum(rolls)")
ALL_ONES = f"{FIRST}\n\ndef test_all_ones():\n    assert score([1] * 20) == 20\n"
SEVEN = "from game import score\n\n\ndef test_a_seven():\n    assert score([3, 4]) == 7\n"
BOWLING = [
    ("A game of gutters", {"game.py": STUB, "test_game.py": FIRST}),
    ("Count the pins", {"game.py": CODE, "test_game.py": ALL_ONES}),
    ("A seven", {"test_seven.py": SEVEN}),
]
"""The commits of which the first page shows a proof."""


def test_each_word_of_the_report_is_told():
    table = PAGE.partition("| word |")[2].partition("\n\n")[0]
    words = [line.split("|")[1].strip() for line in table.splitlines()[2:]]
    assert sorted(words) == sorted(str(kind) for kind in Kind if kind not in LIGHTS_ONLY)


def test_each_word_that_only_lights_have_is_told():
    page = (TOP / "docs" / "participating.md").read_text(encoding="utf-8")
    table = page.partition("| it says | it has seen |")[2].partition("\n\n")[0]
    words = {line.split("|")[1].strip() for line in table.splitlines()[2:]}
    assert words <= set(map(str, Kind))
    assert words >= set(map(str, LIGHTS_ONLY))


def test_the_line_for_a_ci_does_what_it_says(tmp_path):
    [line] = commands(PAGE.partition("## In your CI")[2].partition("\n## ")[0])
    folder = repository(tmp_path / "bowling", ("begun", {"game.py": CODE, "test_game.py": FIRST}))
    git(folder, "checkout", "--quiet", "-b", "feature")
    committed(folder, "A guard", {"test_game.py": SECOND})
    done = typed_copy(tmp_path).run("sh", "-c", line)
    assert "passes either way" in done.stdout
    assert done.returncode == 2


def test_the_first_page_quotes_a_real_proof(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    repository(tmp_path / "bowling", *BOWLING)
    assert small_copy(tmp_path).verb("prove", f"REPO={tmp_path}/bowling", f"PYTHON={PYTHON}") == 1
    quoted = (TOP / "README.md").read_text(encoding="utf-8").partition("make prove REPO=../bowling")[2]
    block = re.search(r"```text\n(.*?)```", quoted, re.DOTALL)
    assert block
    assert first_wrong(block[1].splitlines(), capsys.readouterr().out) is None
