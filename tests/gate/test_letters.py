"""Laws 6 and 7: what is read as text is UTF-8 with the line ends of Unix, and hides nothing."""

import pytest

from gate.planting import reads

README, HINTS, TOML, STEP, ROWS = (
    "step_02/README.md",
    "hints.txt",
    "story.toml",
    "step_02/fizz.py",
    "suite/rows.py",
)
BAD = "has a character that no reader sees: U+"
WINDOWS = "has the line ends of Windows"
PLANTED = [
    (README, b"gone.", b"g\xf6ne.", "law 7", "README.md:24: is not UTF-8"),
    (README, b"# Step", b"\xef\xbb\xbf# Step", "law 7", f"README.md:1: {BAD}FEFF"),
    (README, b"## Red\n", b"## Red\r\n", "law 7", f"README.md:5: {WINDOWS}"),
    (README, b"\n", b"\r\n", "law 7", f"README.md:1: {WINDOWS}"),
    (README, b"gone.", b"go\rne.", "law 7", f"README.md:24: {WINDOWS}, or a carriage return"),
    (README, b"gone.", b"gone.\0", "law 7", f"README.md:24: {BAD}0000"),
    (README, b"gone.", "gone\u202e.".encode(), "law 7", f"README.md:24: {BAD}202E"),
    (README, b"gone.", "gone\u2028.".encode(), "law 7", f"README.md:24: {BAD}2028"),
    (HINTS, b"least", b"l\xe4st", "law 7", "hints.txt:3: is not UTF-8"),
    (HINTS, b"\n", b"\r\n", "law 7", f"hints.txt:1: {WINDOWS}"),
    (TOML, b"\n", b"\r\n", "law 7", f"story.toml:1: {WINDOWS}"),
    (STEP, b'"""Fizz', b'\xef\xbb\xbf"""Fizz', "law 6", f"fizz.py:1: {BAD}FEFF"),
    (STEP, b"What", b"Wh\xe4t", "law 6", "fizz.py:5: is not UTF-8"),
    (STEP, b"What", "Wh\u202et".encode(), "law 6", f"fizz.py:5: {BAD}202E"),
    (STEP, b"What", "Wh\u200bt".encode(), "law 6", f"fizz.py:5: {BAD}200B"),
    (ROWS, b"\n", b"\r\n", "law 6", f"suite/rows.py:1: {WINDOWS}"),
    (ROWS, b"import", "# \u202e\nimport".encode(), "law 6", f"{BAD}202E"),
]


def change(copy, path, old, new):
    """Replace some bytes of a file."""
    file = copy.path(path)
    file.write_bytes(file.read_bytes().replace(old, new))


@pytest.mark.parametrize(("path", "old", "new", "law", "told"), PLANTED, ids=range(len(PLANTED)))
def test_how_a_file_is_not_saved_as_it_has_to_be_is_seen_by_reading(bare, path, old, new, law, told):
    change(bare, path, old, new)
    reads(bare, f"{law} · ", told)


def test_a_story_toml_that_cannot_be_read_is_a_line(bare, capsys):
    change(bare, TOML, b"# A story", b"# A st\xf6ry")
    assert bare.verb("gate") == 2
    assert capsys.readouterr().err == "story.toml: this is not UTF-8; save it as UTF-8\n"


VERBS = ["gate", "progress", "step-3 red", "step-3 diff", "step-2 story", "board", "coverage"]
NO_TEXT = {
    "a README in Latin-1": (README, b"gone.", b"g\xf6ne."),
    "a step in Latin-1": (STEP, b"What", b"Wh\xe4t"),
    "a step too deep": (STEP, b"    return", b"(" * 300 + b"    return"),
    "a step that returns": (STEP, b"    return", b"return"),
}


@pytest.mark.parametrize("planted", NO_TEXT.values(), ids=NO_TEXT)
def test_what_is_no_text_is_no_traceback_of_any_verb(small, capsys, planted):
    change(small, *planted)
    for words in VERBS:
        assert small.verb(*words.split()) in (0, 1), words
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err, words
