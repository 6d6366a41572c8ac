"""`make board`: what it prints, what it writes, and when not. tests/check/browser looks at the page."""

import re
import shutil

import pytest
from helpers import small_copy

from dojo.gate import gate
from dojo.tour import board as module
from dojo.tour.board import board, made_from


@pytest.fixture(scope="module")
def made(tmp_path_factory, small_cache):
    """A copy of the small story, with a board, to look at and not to change."""
    small = small_copy(tmp_path_factory.mktemp("board"))
    shutil.copytree(small_cache, small.root / ".cache")
    assert board(small.story, small.root / "board.html") == 0
    return small


@pytest.fixture
def drawn(made, tmp_path):
    """The same once more, to plant faults in."""
    return type(made)(shutil.copytree(made.root, tmp_path / "a dojo"))


def test_the_page_stands_alone(made):
    """No address of a network, nothing that is loaded from beside it, and no name of a machine."""
    assert str(made.root.parent) not in html_of(made)
    outside = r'\b(?:src|href)=(?!"?(?:#|data:))[^> ]*|https?://[^"\'<\s]*|@import|url\('
    assert re.findall(outside, html_of(made)) == []


def test_what_another_story_is_about_is_not_on_it(made):
    """Nor a page of speeds, which nobody has measured of this one."""
    html = html_of(made).lower()
    assert re.findall(r"poker|cards?\b|\bhands?\b|dialogue|exchange|speed-head|#speed\">", html) == []
    assert "<title>fizz, step by step</title>" in html


def test_it_says_how_many_tests_drive_a_step_and_how_many_guard_one(made):
    text = " ".join(re.sub("<[^>]+>", "", html_of(made)).split())
    assert (
        "5 tests on 5 steps. 3 tests drive a step: red without it, green with it. 2 tests guard what works:"
        " green without the step, too. Each has failed by its own assertion, on an earlier step or a mutant:"
        " a planted fault. The gate checked it when this page was made."
    ) in text


OF_THE_STORY = ["steps/step_02_numbers/README.md", "steps/step_02_numbers/fizz.py", "suite/test_numbers.py"]
OF_THE_STORY += ["story.toml", "speed.json", "mutants/a_wrong_one.py"]
OF_THE_PAGE = ["tour/pages/board.html", "tour/pages/board.css", "tour/pages/board.mjs", "gate/checks.py"]


@pytest.mark.usefixtures("tooling_read_anew")
@pytest.mark.parametrize("path", [*OF_THE_STORY, *OF_THE_PAGE])
def test_whatever_changes_makes_another_page(bare, monkeypatch, path):
    """Of the story, or of the tooling."""
    for part in (module, gate):
        monkeypatch.setattr(part, "DOJO", bare.root)
    file = bare.root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()
    before = made_from(bare.story)
    assert made_from(bare.story) == before
    file.write_text(f"{file.read_text()}# changed\n")
    assert made_from(bare.story) != before


def html_of(copy):
    return (copy.root / "board.html").read_text(encoding="utf-8")


def test_where_nothing_changed_the_page_is_left_as_it_is(drawn, capsys):
    file = drawn.root / "board.html"
    before = file.stat().st_mtime_ns, file.stat().st_ino
    assert board(drawn.story, file) == 0
    assert capsys.readouterr() == (f"{file}\n", "")
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == before


def test_what_changed_is_redrawn_and_so_is_a_page_that_somebody_changed(drawn, here):
    drawn.edit("step_02/README.md", "The constant is gone.", "No constant is left.")
    shutil.copy2(here.path("steps/speed.json"), drawn.root)
    new = ("No constant is left.", "How fast each step is")
    assert [words for words in new if words in html_of(drawn)] == []
    assert board(drawn.story, drawn.root / "board.html") == 0
    html = html_of(drawn)
    assert [words for words in new if words not in html] == []
    (drawn.root / "board.html").write_text(html.replace("The progression", "The regression!"))
    assert board(drawn.story, drawn.root / "board.html") == 0
    assert html_of(drawn) == html


DRIVES = "law 1 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: drives step 3, but is red here"
QUOTES = "law 7 · steps/step_02_numbers/README.md:11: quotes E       AssertionError: assert '1' == '3'"
SHUT = [
    pytest.param("step_03/fizz.py", "% 3 == 0", "% 3 == 1", DRIVES, id="a broken step"),
    pytest.param("step_02/README.md", "'1' == '2'", "'1' == '3'", QUOTES, id="a story that is wrong"),
    pytest.param("suite/test_more.py", "import pytest", "import so", "No module named 'so'", id="no suite"),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), SHUT)
def test_while_the_gate_is_shut_nothing_is_written(drawn, capsys, path, old, new, said):
    """And it says so each time."""
    before = html_of(drawn)
    drawn.edit(path, old, new)
    assert board(drawn.story, drawn.root / "board.html") == 1
    first = capsys.readouterr()
    assert first.out == ""
    assert said in first.err
    assert first.err.splitlines()[-1] == "board.html was not written; the one that is there is older."
    assert board(drawn.story, drawn.root / "board.html") == 1
    assert capsys.readouterr() == first
    assert html_of(drawn) == before


def test_while_only_words_are_missing_the_page_is_written_and_says_so(small, capsys):
    question = re.search(r"\*\*Ask the room:\*\* .*", small.path("step_02/README.md").read_text())
    assert question
    small.edit("step_02/README.md", question[0], "…")
    assert board(small.story, small.root / "board.html") == 0
    message = "A draft: laws 1 to 6 hold. Missing: the README of 1 step. make todo lists them.\n"
    assert capsys.readouterr().err == message
    assert "Words are still missing in 2 places: until somebody writes them" in html_of(small)
    assert "The gate checked it" not in html_of(small)


def test_where_there_was_no_page_none_is_called_older(small, capsys):
    small.edit("step_03/fizz.py", "number % 3 == 0", "number % 3 == 1")
    assert board(small.story, small.root / "board.html") == 1
    assert capsys.readouterr().err.splitlines()[-1] == "board.html was not written."
    assert list(small.root.glob("*.html")) == []
