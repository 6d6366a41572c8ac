"""Law 7: what is read as text is UTF-8 with the line ends of Unix, and hides nothing."""

from pathlib import Path

import pytest

from gate.planting import shuts

README, HINTS, TOML = "step_02/README.md", "hints.txt", "story.toml"
PLANTED = [
    (README, b"gone.", b"g\xf6ne.", "24: is not UTF-8"),
    (README, b"# Step", b"\xef\xbb\xbf# Step", "1: has a character that no reader sees: U+FEFF"),
    (README, b"## Red\n", b"## Red\r\n", "5: has the line ends of Windows"),
    (README, b"\n", b"\r\n", "1: has the line ends of Windows"),
    (README, b"gone.", b"go\rne.", "24: has the line ends of Windows, or a carriage return"),
    (README, b"gone.", b"gone.\0", "24: has a character that no reader sees: U+0000"),
    (README, b"gone.", "gone\u202e.".encode(), "24: has a character that no reader sees: U+202E"),
    (README, b"gone.", "gone\u2028.".encode(), "24: has a character that no reader sees: U+2028"),
    (HINTS, b"least", b"l\xe4st", "3: is not UTF-8"),
    (HINTS, b"\n", b"\r\n", "1: has the line ends of Windows"),
]


@pytest.mark.parametrize(
    ("path", "old", "new", "told"), PLANTED, ids=[f"{path} {told}" for path, _, _, told in PLANTED]
)
def test_the_gate_says_how_a_file_is_not_saved_as_it_has_to_be(small, capsys, path, old, new, told):
    change(small, path, old, new)
    shuts(small, capsys, "law 7 · ", f"{Path(path).name}:{told}")


UNREADABLE = {
    b"# A st\xf6ry": "story.toml: this is not UTF-8; save it as UTF-8",
    b"\xef\xbb\xbf# A story": "story.toml: it begins with a byte order mark; save it as UTF-8 without one",
}


@pytest.mark.parametrize(("new", "told"), UNREADABLE.items(), ids=["Latin-1", "a mark"])
def test_a_story_toml_that_cannot_be_read_is_a_line(small, capsys, new, told):
    change(small, TOML, b"# A story", new)
    assert small.verb("gate") == 2
    assert capsys.readouterr().err.splitlines() == [told]


@pytest.mark.parametrize(
    "words", [["progress"], ["step-2", "story"], ["step-2", "diff"], ["board"]], ids=" ".join
)
def test_no_verb_breaks_on_a_readme_that_is_not_utf_8(small, capsys, words):
    change(small, README, b"gone.", b"g\xf6ne.")
    assert small.verb(*words) == (1 if words == ["board"] else 0)
    assert "Traceback" not in capsys.readouterr().err


def test_the_line_ends_of_story_toml(small, capsys):
    change(small, TOML, b"\n", b"\r\n")
    shuts(small, capsys, "law 7 · story.toml:1: has the line ends of Windows")


def change(copy, path, old, new):
    """Replace some bytes of a file."""
    file = copy.path(path)
    file.write_bytes(file.read_bytes().replace(old, new))
