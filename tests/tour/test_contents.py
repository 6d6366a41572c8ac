"""`make contents`: every table and every picture of the pages says what is so, and what is stale is found."""

import re
from dataclasses import replace

import pytest
from helpers import OPEN

from dojo.runner.matrix import matrix
from dojo.tour.contents import TABLES, describe_tests, generated_files, stale_files
from katas.poker import pages as poker_pages

JUDGED = "katas/poker/judging.md"
"""What it says of tests is the work of many seconds: tests/check/test_poker.py makes it."""


def test_the_tables_and_the_pictures_are_as_make_contents_would_make_them(here, monkeypatch):
    text = here.path(JUDGED).read_text(encoding="utf-8")
    for name in ("documents", "own-tests"):
        (kept,) = re.findall(rf"<!-- {name} -->\n\n(.*?)\n\n<!-- end -->", text, re.DOTALL)
        monkeypatch.setitem(poker_pages.PARTS, name, lambda _found, _folder, kept=kept: kept)
    texts = generated_files(matrix(here.story), first=True)
    assert [here.story.shown(page) for page in stale_files(texts)] == []
    assert {here.story.shown(page) for page in texts} >= {
        "README.md",
        "steps/README.md",
        "katas/holdem/README.md",
        JUDGED,
        "steps/progression.svg",
        "steps/speed.svg",
    }


@pytest.mark.parametrize("name", ["roman", "fizzbuzz", "tennis", "rover", "yatzy"])
def test_the_pages_of_another_story_are_as_make_contents_would_make_them(here, name):
    story = here.workspace.story(name)
    texts = generated_files(matrix(story), first=False)
    assert [story.shown(page) for page in stale_files(texts)] == []
    assert f"katas/{name}/steps/README.md" in {story.shown(page) for page in texts}


# Of any story

CHAPTERS = """\
1. Counting: [Nothing yet](step_00_nothing_yet/README.md)
2. Three: [Fizz](step_03_fizz/README.md)"""

STORIES = """\
## 1 · Counting

| step | | verses | drives | guards | green |
|---|---|---|---|---|---|
| [00 Nothing yet](step_00_nothing_yet/README.md) | start |  |  |  | 0 |
| [01 Fake it](step_01_fake_it/README.md) | test first | 1 | 1 |  | 1 |
| [02 Numbers](step_02_numbers/README.md) | test first | 2–3 | 1 |  | 2 |

## 2 · Three

| step | | verses | drives | guards | green |
|---|---|---|---|---|---|
| [03 Fizz](step_03_fizz/README.md) | test first | 4 | 1 | 1 | 4 |
| [04 Divisible](step_04_divisible/README.md) | refactoring |  |  | 1 | 5 |"""

GATE = f"```text\n{OPEN}\n```"


TESTS = """\
- 3 tests *drive* a step: red without it, green with it.
- 2 tests *guard* what works: green without the step, too.
- Each has failed by its own assertion, on an earlier step or a mutant: a planted fault."""


WRITTEN_TABLES = [("chapters", CHAPTERS), ("stories", STORIES), ("tests", TESTS), ("gate", GATE)]


@pytest.mark.parametrize(("folder", "path"), [(".", "steps/"), ("docs", "../steps/"), ("steps", "")])
@pytest.mark.parametrize(("name", "table"), WRITTEN_TABLES, ids=[name for name, _ in WRITTEN_TABLES])
def test_a_table_says_what_the_story_is_like_with_links_from_where_it_stands(
    small, name, table, folder, path
):
    written = TABLES[name](matrix(small.story), small.root / folder)
    assert written == table.replace("(step", f"({path}step")


KINDS = [
    pytest.param(
        {"two is said": "guards"},
        [
            "2 tests *drive* a step: red without it, green with it.",
            "3 tests *guard* what works: green without the step, too.",
        ],
        id="a test that drove a step guards one",
    ),
    pytest.param(
        {"two is said": "guards", "fizz is said": "guards"},
        [
            "1 test *drives* a step: red without it, green with it.",
            "4 tests *guard* what works: green without the step, too.",
        ],
        id="one drives",
    ),
    pytest.param(
        {"four is said": "drives"},
        [
            "4 tests *drive* a step: red without it, green with it.",
            "1 test *guards* what works: green without the step, too.",
        ],
        id="one guards",
    ),
    pytest.param(
        {"four is said": "drives", "names are said back": "drives"},
        ["5 tests *drive* a step: red without it, green with it."],
        id="none guards",
    ),
]


@pytest.mark.parametrize(("marks", "sentences"), KINDS)
def test_how_many_tests_drive_and_guard_is_counted_by_their_marks(small, marks, sentences):
    found = matrix(small.story)
    found.tests = [replace(test, kind=marks.get(test.rule, test.kind)) for test in found.tests]
    assert describe_tests(found) == sentences


def test_a_story_that_retells_nothing_has_no_column_for_it(small):
    toml = small.path("story.toml").read_text(encoding="utf-8")
    without_source = re.sub(r"\[source\].*?(?=\[tests\])", "", toml, flags=re.DOTALL)
    small.path("story.toml").write_text(without_source, encoding="utf-8")
    without = re.sub(r"^(\|[^|]*\|[^|]*\|)[^|]*\|", r"\1", STORIES, flags=re.MULTILINE)
    assert TABLES["stories"](matrix(small.story), small.root / "steps") == without


PAGES = {
    "steps/README.md": (True, True),
    "kata/README.md": (True, True),
    "README.md": (True, False),
    "docs/leading.md": (True, False),
    "notes.md": (False, False),
}


@pytest.mark.parametrize("path", PAGES)
def test_which_pages_of_the_first_story_and_of_another_are_filled_in(small, path):
    page = small.root / path
    page.parent.mkdir(exist_ok=True)
    page.write_text("# A page\n\n<!-- gate -->\n\nstale\n\n<!-- end -->\n\nThe rest.\n")
    found = [generated_files(matrix(small.story), first=first) for first in (True, False)]
    assert tuple(page in stale_files(texts) for texts in found) == PAGES[path]
    filled = f"# A page\n\n<!-- gate -->\n\n{GATE}\n\n<!-- end -->\n\nThe rest.\n"
    assert {texts[page] for texts in found if page in texts} <= {filled}


PLACES = "<!-- chapters -->\n\n{}\n\n<!-- end -->\n\n<!-- gate -->\n\n{}\n\n<!-- end -->\n"
STEPS = f"# The steps\n\n![One bar](progression.svg)\n\n{PLACES}\nThe rest, <!-- gate --> or not.\n"


def test_every_stale_place_is_found_and_written_anew_and_nothing_else_is(small, capsys):
    page, picture = (small.root / "steps" / name for name in ("README.md", "progression.svg"))
    page.write_text(STEPS.format("stale", "stale\n\nstale"), encoding="utf-8")
    assert small.verb("contents") == 0
    assert capsys.readouterr().out == "steps/README.md: updated\nsteps/progression.svg: updated\n"
    assert page.read_text(encoding="utf-8") == STEPS.format(CHAPTERS, GATE)
    drawn = picture.read_text(encoding="utf-8")
    assert re.findall(r"(\d)&#160;of&#160;5", drawn) == ["0", "1", "2", "4", "5"]
    picture.write_text(drawn.replace("</text>", "stale</text>", 1), encoding="utf-8")
    assert small.verb("contents") == 0
    assert capsys.readouterr().out == "steps/progression.svg: updated\n"
    assert picture.read_text(encoding="utf-8") == drawn
    assert small.verb("contents") == 0
    assert capsys.readouterr().out == ""
    assert picture.read_text(encoding="utf-8") == drawn


def test_a_picture_is_drawn_where_a_page_shows_it(small):
    found = matrix(small.story)
    assert small.root / "steps/progression.svg" not in generated_files(found, first=False)
    with (small.root / "kata/README.md").open("a", encoding="utf-8") as text:
        text.write("\n![One bar for each step](../steps/progression.svg)\n")
    assert small.root / "steps/progression.svg" in generated_files(found, first=False)


WRONG = {
    "nothing": "steps/README.md: there is no table nothing:"
    " there are chapters stories tests gate speed times\n",
    "speed": "speed.json is not there: make bench writes it\n",
}


@pytest.mark.parametrize("table", WRONG)
def test_a_table_that_there_is_not_and_speeds_that_nobody_has_measured_are_named(small, capsys, table):
    (small.root / "steps" / "README.md").write_text(f"<!-- {table} -->\n\n<!-- end -->\n")
    assert small.verb("contents") == 1
    assert capsys.readouterr().err == WRONG[table]
