"""A program that has to be made: when it is, and what is told where it cannot be."""

import pytest

from dojo.runner.program import BuildError, CommandError, MissingFileError, build_program

COPY = "cp source program && echo x >> made"
"""What stands for a compiler; `made` tells how often it ran."""
AND_SAVE = f"{COPY}; test -e saved || echo three > source; touch saved"


@pytest.fixture
def folder(tmp_path):
    """A folder whose name has a space, with a source."""
    folder = tmp_path / "my program"
    folder.mkdir()
    (folder / "source").write_text("one\n")
    return folder


def write(name, text):
    return lambda folder: (folder / name).write_text(text)


CHANGES = {
    "nothing": (lambda _: None, COPY, 1, "one\n"),
    "a change": (write("source", "three\n"), COPY, 2, "three\n"),
    "a change of the same size": (write("source", "two\n"), COPY, 2, "two\n"),
    "the program is gone": (lambda folder: (folder / "program").unlink(), COPY, 2, "one\n"),
    "a note that cannot be read is none": (write(".build_cache", "[1]"), COPY, 2, "one\n"),
    "another command": (lambda _: None, f"{COPY};", 2, "one\n"),
}


@pytest.mark.parametrize(("change", "command", "times", "program"), CHANGES.values(), ids=CHANGES)
def test_it_is_made_again_if_something_has_changed(folder, change, command, times, program):
    (folder / "link").symlink_to("nowhere")
    build_program(COPY, folder)
    change(folder)
    build_program(command, folder)
    assert len((folder / "made").read_text().split()) == times
    assert (folder / "program").read_text() == program


def test_a_source_that_is_saved_while_it_is_made_is_made_again(folder):
    build_program(COPY, folder)
    (folder / "source").write_text("two\n")
    for made in ("two\n", "three\n"):
        build_program(AND_SAVE, folder)
        assert (folder / "program").read_text() == made


def test_where_there_is_nothing_to_make_nothing_is_run(folder):
    build_program("", folder)
    assert [file.name for file in folder.iterdir()] == ["source"]


SAYS = "printf 'first error\\n  in line 3\\nlast error\\n' >&2; false"
FAILS = {
    "no word": ("false", "false: crashed: status 1", ""),
    "the first error": (SAYS, "failed: first error", "first error\n  in line 3\nlast error\n"),
    "killed": ("kill -9 $$", "crashed: Killed", ""),
}


@pytest.mark.parametrize(("command", "why", "complaint"), FAILS.values(), ids=FAILS)
def test_one_that_cannot_be_made_is_told_and_tried_again(folder, command, why, complaint):
    for _ in range(2):
        with pytest.raises(BuildError) as fault:
            build_program(f"echo x >> made; {command}", folder)
    assert str(fault.value).endswith(why)
    assert str(fault.value).startswith("echo x >> made; ")
    assert fault.value.complaint == complaint
    assert (folder / "made").read_text() == "x\nx\n"


def test_what_makes_it_may_not_be_there(folder):
    with pytest.raises(CommandError, match="there is no command rustcc"):
        build_program("rustcc x.rs", folder)
    with pytest.raises(MissingFileError, match=r"\./configure"):
        build_program("./configure", folder)
