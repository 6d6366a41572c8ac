"""`make board`: what it prints, what it writes, and when not. tests/check/browser looks at the page."""

import re
import shutil
from typing import NamedTuple

import pytest
from helpers import Copy, copied, small_copy

from dojo.board.board import board


class Made(NamedTuple):
    """A workspace and a story beside it, of which it has made a board; and what that printed."""

    workspace: Copy
    small: Copy
    printed: object

    @property
    def file(self):
        return self.small.root.with_name("board-a dojo.html")

    def again(self):
        return self.workspace.make("board", f"STORY={self.small.root}")


@pytest.fixture(scope="module")
def made(tmp_path_factory, small_cache):
    """Made by make, as somebody types it."""
    folder = tmp_path_factory.mktemp("board")
    workspace, small = copied(folder / "workspace"), small_copy(folder / "small")
    shutil.copytree(small_cache, small.root / ".cache")
    return Made(workspace, small, workspace.make("board", f"STORY={small.root}"))


@pytest.fixture
def another(made, tmp_path):
    """The same once more, to plant faults in."""
    folder = shutil.copytree(made.workspace.root.parent.parent, tmp_path / "again", symlinks=True)
    return Made(Copy(folder / "workspace" / "a dojo"), Copy(folder / "small" / "a dojo"), None)


def test_it_prints_the_path_of_the_page_and_nothing_else(made):
    assert (made.printed.returncode, made.printed.stderr) == (0, "")
    assert made.printed.stdout == f"{made.file.resolve()}\n"


def test_the_page_stands_alone(made):
    """No address of a network, nothing that is loaded from beside it."""
    html = made.file.read_text(encoding="utf-8")
    outside = re.findall(r'\b(?:src|href)=(?!"?#)[^> ]*|https?://[^"\'<\s]*|@import|url\(', html)
    assert outside == []


def test_no_machine_is_named_on_it(made):
    html = made.file.read_text(encoding="utf-8")
    assert str(made.small.root.parent) not in html
    assert str(made.workspace.root.parent) not in html


def test_what_another_story_is_about_is_not_on_it(made):
    """Nor a page of speeds, which nobody has measured of this one."""
    html = made.file.read_text(encoding="utf-8").lower()
    assert re.findall(r"poker|cards?\b|\bhands?\b|dialogue|exchange|speed-head|#speed\">", html) == []
    assert "<title>fizz, step by step</title>" in html


PAGE = [
    pytest.param(
        "dojo/board/pages/board.html",
        "The progression</h2>",
        "Every step</h2>",
        "Every step</h2>",
        id="the page",
    ),
    pytest.param(
        "dojo/pages/shared/code.html",
        " as before</summary>",
        " as they were</summary>",
        " as they were</summary>",
        id="what it shares with other pages",
    ),
    pytest.param(
        "dojo/screen/palette.py",
        '"paper": "#ffffff"',
        '"paper": "#fffffe"',
        "--paper: #fffffe;",
        id="its colours",
    ),
]


@pytest.mark.parametrize(("path", "old", "new", "drawn"), PAGE)
def test_what_changed_of_the_page_itself_is_drawn_anew(another, path, old, new, drawn):
    assert drawn not in another.file.read_text(encoding="utf-8")
    another.workspace.edit(path, old, new)
    assert another.again().returncode == 0
    assert drawn in another.file.read_text(encoding="utf-8")


@pytest.fixture
def drawn(small):
    """A copy of the small story, with a board."""
    assert board(small.story, small.root / "board.html") == 0
    return small


def html_of(copy):
    return (copy.root / "board.html").read_text(encoding="utf-8")


def test_the_first_story_of_a_workspace_has_the_short_name(here, monkeypatch):
    """Of another one the name says which: see above."""
    asked = []
    monkeypatch.setattr("dojo.board.board.board", lambda story, file: asked.append((story.name, file.name)))
    here.verb("board")
    here.verb("board", "STORY=tests/small")
    assert asked == [("poker", "board.html"), ("small", "board-small.html")]


def test_where_nothing_changed_the_page_is_left_as_it_is(drawn, capsys):
    file = drawn.root / "board.html"
    before = file.stat().st_mtime_ns, file.stat().st_ino
    capsys.readouterr()
    assert board(drawn.story, file) == 0
    assert capsys.readouterr() == (f"{file}\n", "")
    assert (file.stat().st_mtime_ns, file.stat().st_ino) == before


REDRAWN = [
    pytest.param("step_02/README.md", "The constant is gone.", "No constant is left.", id="a story"),
    pytest.param("step_02/fizz.py", '"""Fizz."""', '"""Fizz!"""', id="a step"),
    pytest.param("suite/test_numbers.py", '"four is said"', '"four is four"', id="the name of a test"),
    pytest.param("story.toml", "Fizz, step by step", "Fizz and buzz", id="the title"),
]


@pytest.mark.parametrize(("path", "old", "new"), REDRAWN)
def test_what_changed_is_redrawn(drawn, path, old, new):
    drawn.edit(path, old, new)
    assert new.strip('"') not in html_of(drawn)
    assert board(drawn.story, drawn.root / "board.html") == 0
    assert new.strip('"') in html_of(drawn)


def test_what_was_measured_is_drawn_too(drawn, here):
    assert "How fast each step is" not in html_of(drawn)
    shutil.copy2(here.path("steps/speed.json"), drawn.root)
    assert board(drawn.story, drawn.root / "board.html") == 0
    assert "How fast each step is" in html_of(drawn)


def test_a_page_that_somebody_changed_is_made_anew(drawn):
    html = html_of(drawn)
    (drawn.root / "board.html").write_text(html.replace("The progression", "The regression!"))
    assert board(drawn.story, drawn.root / "board.html") == 0
    assert html_of(drawn) == html


SHUT = [
    pytest.param(
        "step_03/fizz.py",
        "number % 3 == 0",
        "number % 3 == 1",
        "law 1 · step_03_fizz · suite/test_more.py:7 · “fizz is said”: drives step 3, but is red here",
        id="a broken step",
    ),
    pytest.param(
        "step_02/README.md",
        "AssertionError: assert '1' == '2'",
        "AssertionError: assert '1' == '3'",
        "law 7 · steps/step_02_numbers/README.md:11: this failure does not happen",
        id="a story that is wrong",
    ),
    pytest.param(
        "suite/test_numbers.py",
        '"""Numbers are said as they are."""',
        "import nothing_of_that_name",
        "ModuleNotFoundError: No module named 'nothing_of_that_name'",
        id="a suite that does not run",
    ),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), SHUT)
def test_while_the_gate_is_shut_nothing_is_written(drawn, capsys, path, old, new, said):
    before = html_of(drawn)
    drawn.edit(path, old, new)
    capsys.readouterr()
    assert board(drawn.story, drawn.root / "board.html") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err
    assert "board.html was not written; the one that is there is older." in err.splitlines()
    assert "Traceback" not in err
    assert html_of(drawn) == before


def test_while_only_words_are_missing_the_page_is_written_and_says_so(small, capsys):
    question = re.search(r"\*\*Ask the room:\*\* .*", small.path("step_02/README.md").read_text())[0]
    small.edit("step_02/README.md", question, "…")
    assert board(small.story, small.root / "board.html") == 0
    assert capsys.readouterr().err == "2 texts to write yet: make todo\n"
    assert "Words are still missing in 2 places: until somebody writes them" in html_of(small)
    assert "The gate checked it" not in html_of(small)


def test_where_there_was_no_page_none_is_called_older(small, capsys):
    small.edit("step_03/fizz.py", "number % 3 == 0", "number % 3 == 1")
    assert board(small.story, small.root / "board.html") == 1
    assert capsys.readouterr().err.splitlines()[-1] == "board.html was not written."
    assert list(small.root.glob("*.html")) == []


def test_a_breach_is_told_again_as_long_as_it_is_there(drawn, capsys):
    drawn.edit("step_03/fizz.py", "number % 3 == 0", "number % 3 == 1")
    capsys.readouterr()
    said = []
    for _ in range(2):
        board(drawn.story, drawn.root / "board.html")
        said.append(capsys.readouterr().err)
    assert said[0] == said[1] != ""


def test_git_does_not_see_it(here):
    files = ["board.html", "board-small.html", ".cache/pages/some.json"]
    ignored = here.run("git", "check-ignore", "--no-index", *files).stdout.split()
    assert ignored == files
