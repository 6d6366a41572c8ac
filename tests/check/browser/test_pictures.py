"""The pictures of the board on the pages show it as it is."""

import os

import pytest
from helpers import TOP

from katas.poker import story
from katas.poker.pictures import PICTURES, is_stale, stale, taken


def test_they_are_up_to_date(browser, poker_board):
    """Where this fails: make pictures."""
    assert stale(browser, poker_board, story().folder) == []


@pytest.mark.parametrize("name", PICTURES)
def test_one_of_something_else_would_be_found(browser, poker_board, tmp_path, name):
    png = (story().folder / name).read_bytes()
    place = png.index(b"tEXtComment")
    (tmp_path / name).write_bytes(png[:place] + b"tEXtComment\0another" + png[place + 80 :])
    assert is_stale(browser, poker_board, tmp_path / name)


def test_one_that_is_taken_anew_is_not_stale_and_can_be_read_and_the_missing_one_is_stale(
    browser, poker_board, tmp_path
):
    file = tmp_path / "board_red.png"
    file.write_bytes(taken(browser, poker_board, file.name))
    assert stale(browser, poker_board, tmp_path) == ["board_cells.png"]
    page = browser.new_page()
    page.goto(file.as_uri())
    assert page.evaluate("document.images[0].naturalWidth") == 614
    page.close()


def test_make_pictures_takes_both(workspace):
    for name in (".cache", ".venv-check"):
        (workspace.root / name).symlink_to(TOP / name)
    for name in PICTURES:
        (workspace.root / "steps" / name).write_bytes(b"")
    made = workspace.make("pictures", f"BROWSER={os.environ['BROWSER']}")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == "steps/board_cells.png taken anew\nsteps/board_red.png taken anew\n"
    assert [
        name for name in PICTURES if b"tEXtComment" not in (workspace.root / "steps" / name).read_bytes()
    ] == []
