"""A program that has to be made: when it is, and what is told where it cannot be."""

import pytest

from dojo.engine.cases.building import NotMade, make
from dojo.engine.cases.command import Missing
from dojo.sandbox.program import NotRun

COPY = "cp source program && echo x >> made"
"""What stands for a compiler; `made` tells how often it ran."""


@pytest.fixture
def folder(tmp_path):
    """A folder whose name has a space, with a source."""
    folder = tmp_path / "my program"
    folder.mkdir()
    (folder / "source").write_text("one\n")
    return folder


def times(folder):
    """How often it was made."""
    return len((folder / "made").read_text().split())


def test_a_program_is_made_from_its_source(folder):
    make(COPY, folder)
    assert (folder / "program").read_text() == "one\n"


def test_what_nobody_has_changed_is_not_made_again(folder):
    make(COPY, folder)
    make(COPY, folder)
    assert times(folder) == 1


def test_after_a_change_it_is_made_again(folder):
    make(COPY, folder)
    (folder / "source").write_text("three\n")
    make(COPY, folder)
    assert (times(folder), (folder / "program").read_text()) == (2, "three\n")


def test_a_change_of_the_same_size_is_one_too(folder):
    make(COPY, folder)
    (folder / "source").write_text("two\n")
    make(COPY, folder)
    assert (folder / "program").read_text() == "two\n"


def test_a_program_that_is_gone_is_made_again(folder):
    make(COPY, folder)
    (folder / "program").unlink()
    make(COPY, folder)
    assert (folder / "program").read_text() == "one\n"


def test_a_source_that_is_saved_while_it_is_made_is_made_again(folder):
    make(COPY, folder)
    (folder / "source").write_text("two\n")
    make(f"{COPY}; test -e saved || echo three > source; touch saved", folder)
    assert (folder / "program").read_text() == "two\n"
    make(f"{COPY}; test -e saved || echo three > source; touch saved", folder)
    assert (folder / "program").read_text() == "three\n"


def test_a_note_that_cannot_be_read_is_none(folder):
    (folder / ".build_cache").write_text("[1]")
    make(COPY, folder)
    assert times(folder) == 1


def test_another_command_makes_it_again(folder):
    make(COPY, folder)
    make(f"{COPY};", folder)
    assert times(folder) == 2


def test_a_link_that_leads_nowhere_is_no_trouble(folder):
    (folder / "link").symlink_to("nowhere")
    make(COPY, folder)
    make(COPY, folder)
    assert times(folder) == 1


@pytest.mark.usefixtures("folder")
def test_where_there_is_nothing_to_make_nothing_is_run(folder):
    make("", folder)
    assert [file.name for file in folder.iterdir()] == ["source"]


FAILS = [
    pytest.param("false", "false: crashed: status 1", id="no word"),
    pytest.param("echo 'A.java:5: error: no ;' >&2; false", "A.java:5: error: no ;", id="an error"),
    pytest.param(
        "printf 'first error\\nlast error\\n' >&2; false", "failed: first error", id="the first error"
    ),
    pytest.param("kill -9 $$", "crashed: Killed", id="killed"),
]


@pytest.mark.parametrize(("command", "why"), FAILS)
def test_one_that_cannot_be_made_is_told_with_the_first_error(folder, command, why):
    with pytest.raises(NotMade) as fault:
        make(command, folder)
    assert str(fault.value).startswith(command)
    assert str(fault.value).endswith(why)


def test_one_that_could_not_be_made_is_tried_again(folder):
    for _ in range(2):
        with pytest.raises(NotMade):
            make("echo x >> made; false", folder)
    assert times(folder) == 2


def test_all_that_was_said_of_it_is_known(folder):
    with pytest.raises(NotMade) as fault:
        make("printf 'one error\\n  in line 3\\n' >&2; false", folder)
    assert fault.value.complaint == "one error\n  in line 3\n"


def test_what_makes_it_may_not_be_there(folder):
    with pytest.raises(NotRun, match="there is no command rustcc"):
        make("rustcc x.rs", folder)
    with pytest.raises(Missing, match=r"\./configure"):
        make("./configure", folder)
