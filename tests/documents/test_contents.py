"""`make contents`: every table and every picture of the pages says what is so, and what is stale is found."""

import re

import pytest
from helpers import OPEN

from dojo.documents.contents import fill_page, generated_files, stale_files
from dojo.documents.tables import TABLES
from dojo.errors import EnvironmentProblem
from dojo.runner.matrix import matrix
from katas.poker import pages as poker_pages

JUDGED = "katas/poker/judging.md"
"""Its table is the work of ten seconds: tests/check/test_poker.py makes it."""


def test_the_tables_and_the_pictures_are_as_make_contents_would_make_them(here, monkeypatch):
    text = here.path(JUDGED).read_text(encoding="utf-8")
    (kept,) = re.findall(r"<!-- documents -->\n\n(.*?)\n\n<!-- end -->", text, re.DOTALL)
    monkeypatch.setitem(poker_pages.PARTS, "documents", lambda _found, _folder: kept)
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

WITHOUT_SOURCE = """\
| step | | drives | guards | green |
|---|---|---|---|---|
| [00 Nothing yet](step_00_nothing_yet/README.md) | start |  |  | 0 |
| [01 Fake it](step_01_fake_it/README.md) | test first | 1 |  | 1 |"""

GATE = f"```text\n{OPEN}\n```"
MADE = [
    pytest.param("chapters", CHAPTERS, id="the steps by chapter"),
    pytest.param("stories", STORIES, id="the steps with their tests"),
    pytest.param("gate", GATE, id="what the gate says"),
]


@pytest.mark.parametrize(("name", "table"), MADE)
def test_a_table_says_what_the_story_is_like(small, name, table):
    assert TABLES[name](matrix(small.story), small.root / "steps") == table


def test_a_story_that_retells_nothing_has_no_column_for_it(small):
    toml = small.path("story.toml").read_text(encoding="utf-8")
    small.path("story.toml").write_text(
        re.sub(r"\[source\].*?(?=\[tests\])", "", toml, flags=re.DOTALL), "utf-8"
    )
    for file in (small.root / "steps").glob("*/README.md"):
        file.write_text(re.sub(r" · v\. [\d–]+\*", "*", file.read_text(encoding="utf-8")), encoding="utf-8")
    assert WITHOUT_SOURCE in TABLES["stories"](matrix(small.story), small.root / "steps")


FOLDERS = [
    pytest.param(".", "steps/step_03_fizz/README.md", id="at the top"),
    pytest.param("docs", "../steps/step_03_fizz/README.md", id="in a folder"),
    pytest.param("steps", "step_03_fizz/README.md", id="beside the steps"),
]


@pytest.mark.parametrize(("table", "text"), [("chapters", "Fizz"), ("stories", "03 Fizz")])
@pytest.mark.parametrize(("folder", "link"), FOLDERS)
def test_a_link_leads_from_where_the_table_stands(small, folder, link, table, text):
    assert f"[{text}]({link})" in TABLES[table](matrix(small.story), small.root / folder)


PAGES = [
    pytest.param("steps/README.md", True, True, id="the page of the steps"),
    pytest.param("kata/README.md", True, True, id="the statement of a kata"),
    pytest.param("README.md", True, False, id="the first page of the workspace"),
    pytest.param("docs/leading.md", True, False, id="another one"),
    pytest.param("notes.md", False, False, id="none of them"),
]


@pytest.mark.parametrize(("path", "of_the_first", "of_another"), PAGES)
def test_which_pages_are_filled_in(small, path, of_the_first, of_another):
    page = small.root / path
    page.parent.mkdir(exist_ok=True)
    page.write_text("# A page\n\n<!-- gate -->\n\nstale\n\n<!-- end -->\n\nThe rest.\n")
    found = matrix(small.story)
    assert (page in stale_files(generated_files(found, first=True))) == of_the_first
    assert (page in stale_files(generated_files(found, first=False))) == of_another
    filled_in = generated_files(found, first=True).get(page, f"# A page\n\n<!-- gate -->\n\n{GATE}")
    assert filled_in.removesuffix("\n\n<!-- end -->\n\nThe rest.\n") == f"# A page\n\n<!-- gate -->\n\n{GATE}"


PLACES = "<!-- chapters -->\n\n{}\n\n<!-- end -->\n\n<!-- gate -->\n\n{}\n\n<!-- end -->\n"
STEPS = (
    f"# The steps\n\n![One bar for each step](progression.svg)\n\n{PLACES}\nThe rest, <!-- gate --> or not.\n"
)


def test_every_stale_place_is_found_and_written_anew_and_nothing_else_is(small, capsys):
    page, picture = (small.root / "steps" / name for name in ("README.md", "progression.svg"))
    page.write_text(STEPS.format("stale", "stale\n\nstale"), encoding="utf-8")
    assert small.verb("contents") == 0
    assert capsys.readouterr().out == "steps/README.md written anew\nsteps/progression.svg written anew\n"
    assert page.read_text(encoding="utf-8") == STEPS.format(CHAPTERS, GATE)
    drawn = picture.read_text(encoding="utf-8")
    picture.write_text(drawn.replace("</text>", "stale</text>", 1), encoding="utf-8")
    assert small.verb("contents") == 0
    assert capsys.readouterr().out == "steps/progression.svg written anew\n"
    assert picture.read_text(encoding="utf-8") == drawn
    assert small.verb("contents") == 0
    assert capsys.readouterr().out == ""


def test_a_table_that_there_is_not_is_named_with_its_page(small):
    page = small.root / "steps" / "README.md"
    page.write_text("<!-- nothing -->\n\n<!-- end -->\n")
    said = "steps/README.md: there is no table nothing: there are chapters stories gate speed"
    with pytest.raises(EnvironmentProblem, match=f"^{said}$"):
        fill_page(page, matrix(small.story), TABLES)


def test_speeds_that_nobody_has_measured_are_not_on_a_page(small, capsys):
    page = small.root / "README.md"
    page.write_text("<!-- speed -->\n\n<!-- end -->\n")
    assert small.verb("contents") == 1
    assert capsys.readouterr().err == "speed.json is not there: make bench writes it\n"
    assert not (small.root / "speed.svg").exists()


@pytest.mark.parametrize(
    ("page", "name"), [("kata/README.md", "../steps/progression.svg"), ("steps/README.md", "progression.svg")]
)
def test_a_picture_is_drawn_where_a_page_shows_it(small, page, name):
    found = matrix(small.story)
    assert [small.story.shown(file) for file in generated_files(found, first=False)] == ["kata/README.md"]
    with (small.root / page).open("a", encoding="utf-8") as text:
        text.write(f"\n![One bar for each step]({name})\n")
    drawn = generated_files(found, first=False)
    assert {small.story.shown(file) for file in drawn} == {"kata/README.md", page, "steps/progression.svg"}
    picture = drawn[small.root / "steps" / "progression.svg"]
    assert re.findall(r"(\d)&#160;of&#160;5", picture) == ["0", "1", "2", "4", "5"]
