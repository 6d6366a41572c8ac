"""What the system reports of an attempt: a save in any way, and not that a file was read."""

import pytest

from dojo.attempt.snapshot import take_snapshot
from dojo.coach.watch.saves import SaveReports


def rename_a_draft(folder):
    draft = folder / "fizz.py.draft"
    draft.write_text("new")
    draft.rename(folder / "fizz.py")


SAVES = {
    "a file is written": lambda folder: (folder / "fizz.py").write_text("new"),
    "a draft is renamed": rename_a_draft,
    "a file is deleted": lambda folder: (folder / "fizz.py").unlink(),
    "a file in a folder is written": lambda folder: (folder / "data" / "cards.txt").write_text("new"),
    "a folder is made": lambda folder: (folder / "more").mkdir(),
}


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "cards.txt").write_text("old")
    (tmp_path / "fizz.py").write_text("old")
    return tmp_path


@pytest.fixture
def reports(folder):
    with SaveReports([folder, folder / "not there"]) as saves:
        assert saves.arrived(60)
        yield saves


@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES)
def test_it_is_reported(folder, reports, save):
    save(folder)
    assert reports.arrived(60)


def test_that_a_file_is_read_is_not_reported(folder, reports):
    """Else each look at the files would be a reason for the next."""
    assert take_snapshot(folder).files[b"fizz.py"].content == b"old"
    assert not reports.arrived(0.1)


def test_where_its_process_ends_nothing_is_reported_any_more(reports):
    reports.process.kill()
    assert not reports.arrived(60)
    assert (reports.are_coming, reports.files) == (False, [])
