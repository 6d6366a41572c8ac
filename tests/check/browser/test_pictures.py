"""The pictures of the board on the pages show it as it is."""

import os

from helpers import TOP

from katas.poker import story
from katas.poker.pictures import PICTURES, is_stale, stale


def test_they_are_up_to_date_and_one_of_something_else_would_be_found(browser, poker_board, tmp_path):
    """Where this fails: make pictures."""
    assert stale(browser, poker_board, story().folder) == []
    for name in PICTURES:
        png = (story().folder / name).read_bytes()
        place = png.index(b"tEXtComment")
        (tmp_path / name).write_bytes(png[:place] + b"tEXtComment\0another" + png[place + 80 :])
        assert is_stale(browser, poker_board, tmp_path / name)
    (tmp_path / "board_red.png").unlink()
    assert "board_red.png" in stale(browser, poker_board, tmp_path)


def test_make_pictures_takes_both(browser, poker_board, workspace):
    for name in (".cache", ".venv-check"):
        (workspace.root / name).symlink_to(TOP / name)
    for name in PICTURES:
        (workspace.root / "steps" / name).write_bytes(b"")
    made = workspace.make("pictures", f"BROWSER={os.environ['BROWSER']}")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == "steps/board_cells.png taken anew\nsteps/board_red.png taken anew\n"
    assert stale(browser, poker_board, workspace.root / "steps") == []
    page = browser.new_page()
    page.goto((workspace.root / "steps" / "board_red.png").as_uri())
    assert page.evaluate("document.images[0].naturalWidth") == 614
    page.close()
