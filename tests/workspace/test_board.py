"""`make board`: what it prints, what it writes, and when it does not. tests/browser looks at the page."""

import re
import shutil

import pytest
from conftest import copied

from dojo import board, kept, page
from dojo.matrix import Cell, Matrix, SuiteTest
from dojo.steps import all_steps


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A copy in which the board was made, and what that printed."""
    workspace = copied(tmp_path_factory.mktemp("board"))
    return workspace, workspace.make("board")


@pytest.fixture
def another(made, tmp_path):
    """A copy with a board, to plant faults in."""
    workspace = copied(tmp_path)
    shutil.copytree(made[0].path(kept.FOLDER), workspace.path(kept.FOLDER))
    shutil.copy2(made[0].path(board.PAGE), workspace.path(board.PAGE))
    return workspace


def test_it_prints_the_path_of_the_page_and_nothing_else(made):
    workspace, printed = made
    assert (printed.returncode, printed.stderr) == (0, "")
    assert printed.stdout == f"{workspace.path('board.html').resolve()}\n"


def test_the_page_stands_alone(made):
    """No address of a network, nothing that is loaded from beside it."""
    html = made[0].path("board.html").read_text(encoding="utf-8")
    outside = re.findall(r'\b(?:src|href)=(?!"?#)[^> ]*|https?://[^"\'<\s]*|@import|url\(', html)
    assert outside == []


def test_it_is_at_most_three_megabytes(made):
    assert made[0].path("board.html").stat().st_size <= 3_000_000


def test_no_machine_is_named_on_it(made):
    assert str(made[0].root.parent) not in made[0].path("board.html").read_text(encoding="utf-8")


def test_where_nothing_changed_the_page_is_left_as_it_is(another):
    before = another.path("board.html").stat().st_mtime_ns
    printed = another.make("board")
    assert (printed.returncode, printed.stdout) == (0, f"{another.path('board.html').resolve()}\n")
    assert another.path("board.html").stat().st_mtime_ns == before


REDRAWN = [
    pytest.param("step_19/README.md", "The ace goes to the end.", "The ace goes last.", id="a story"),
    pytest.param("dojo/pages/board.html", "The progression</h2>", "Every step</h2>", id="the page"),
    pytest.param("dojo/pages/board.css", "--paper: #ffffff", "--paper: #fffffe", id="its colours"),
    pytest.param("step_19/poker.py", '"""Poker hands."""', '"""Poker hands!"""', id="a step"),
]


@pytest.mark.parametrize(("path", "old", "new"), REDRAWN)
def test_what_changed_is_redrawn(another, path, old, new):
    another.edit(path, old, new)
    assert another.make("board").returncode == 0
    assert new.split(">")[0].strip('"') in another.path("board.html").read_text(encoding="utf-8")


def test_a_page_that_somebody_changed_is_made_anew(another):
    file = another.path("board.html")
    html = file.read_bytes()
    file.write_bytes(html.replace(b"The progression", b"The regression!"))
    another.make("board")
    assert file.read_bytes() == html


SHUT = [
    pytest.param(
        "step_19/poker.py",
        "b.value == 5",
        "b.value == 6",
        "law 1 · step_19_wheel · the wheel is a straight: drives step 19, but is red here",
        id="a broken step",
    ),
    pytest.param(
        "step_19/README.md",
        "should beat A♣ A♥ A♦ K♣ Q♠",
        "should beat A♣ A♥ A♦ K♣ J♠",
        "law 7 · step_19_wheel · README.md:16: this failure does not happen",
        id="a story that is wrong",
    ),
    pytest.param(
        "tests/suite/test_hands.py",
        '"""Chapters 3 to 5: which of two hands is the stronger."""',
        "import nothing_of_that_name",
        "ModuleNotFoundError: No module named 'nothing_of_that_name'",
        id="a suite that does not run",
    ),
]


@pytest.mark.parametrize(("path", "old", "new", "said"), SHUT)
def test_while_the_gate_is_shut_nothing_is_written(another, path, old, new, said):
    before = another.path("board.html").read_bytes()
    another.edit(path, old, new)
    printed = another.make("board")
    assert printed.returncode == 2
    assert said in printed.stderr
    assert "board.html was not written; the one that is there is older." in printed.stderr.splitlines()
    assert "Traceback" not in printed.stderr
    assert another.path("board.html").read_bytes() == before


def test_a_breach_is_told_again_as_long_as_it_is_there(another):
    another.edit("step_19/poker.py", "b.value == 5", "b.value == 6")
    first, second = (another.make("board") for _ in range(2))
    assert first.stderr == second.stderr != ""


MARKUP = "<script>document.title = 'planted'</script>"


@pytest.mark.parametrize("where", ["rule", "why", "short"])
def test_markup_stays_text(where):
    steps = all_steps()
    test = SuiteTest(
        "tests/suite/test_cards.py::test_a_card_equals_itself",
        MARKUP if where == "rule" else "a rule",
        "drives",
        1,
    )
    red = Cell("red", *(MARKUP if where == name else "" for name in ("why", "failure", "short")))
    cells = {(test.id, step.number): Cell("green") if step.number else red for step in steps}
    html = page.board(Matrix(steps, [test], cells))
    assert "planted" in html
    assert MARKUP not in html
    assert html.count("<script") == 3


def test_the_story_of_a_step_lets_no_markup_through(workspace):
    readme = workspace.path("step_01/README.md")
    readme.write_text(readme.read_text(encoding="utf-8") + f"\n{MARKUP}\n![x](y.png)\n", encoding="utf-8")
    steps = all_steps(workspace.root)
    html = page.board(Matrix(steps))
    assert MARKUP not in html
    assert "<img" not in html


def test_git_does_not_see_it(here):
    ignored = here.run("git", "check-ignore", "board.html", ".board/columns.json").stdout.split()
    assert ignored == ["board.html", ".board/columns.json"]
