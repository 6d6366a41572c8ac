"""Law 7: what is read as text is UTF-8 with the line ends of Unix, and hides nothing."""

import pytest

from dojo.gate.prose.letters import of_story

README, HINTS, TOML = "step_02/README.md", "hints.txt", "story.toml"
PLANTED = [
    pytest.param(README, b"gone.", b"g\xf6ne.", "README.md:24: is not UTF-8", id="a README in Latin-1"),
    pytest.param(
        README, b"# Step", b"\xef\xbb\xbf# Step", "README.md:1: begins with a byte order mark", id="a mark"
    ),
    pytest.param(
        README, b"## Red\n", b"## Red\r\n", "README.md:5: has the line ends of Windows", id="one line end"
    ),
    pytest.param(README, b"\n", b"\r\n", "README.md:1: has the line ends of Windows", id="all line ends"),
    pytest.param(README, b"gone.", b"go\rne.", "README.md:24: has a carriage return", id="a carriage return"),
    pytest.param(
        README, b"gone.", b"gone.\0", "README.md:24: has a sign that nobody sees: U+0000", id="a zero"
    ),
    pytest.param(
        README,
        b"gone.",
        "gone\u202e.".encode(),
        "README.md:24: has a sign that nobody sees: U+202E",
        id="backwards",
    ),
    pytest.param(
        README,
        b"gone.",
        "gone\u2028.".encode(),
        "README.md:24: has a sign that nobody sees: U+2028",
        id="a line end",
    ),
    pytest.param(HINTS, b"least", b"l\xe4st", "hints.txt:3: is not UTF-8", id="hints in Latin-1"),
    pytest.param(
        HINTS, b"# A", b"\xef\xbb\xbf# A", "hints.txt:1: begins with a byte order mark", id="hints: mark"
    ),
    pytest.param(HINTS, b"\n", b"\r\n", "hints.txt:1: has the line ends of Windows", id="hints: line ends"),
]


@pytest.mark.parametrize(("path", "old", "new", "told"), PLANTED)
def test_the_gate_says_how_a_file_is_not_saved_as_it_has_to_be(small, capsys, path, old, new, told):
    change(small, path, old, new)
    assert small.verb("gate") == 1
    said = capsys.readouterr().err
    assert [line for line in said.splitlines() if line.startswith("law 7 · ") and told in line], said


@pytest.mark.parametrize(
    ("new", "told"),
    [
        pytest.param(b"# A st\xf6ry", "story.toml: this is not UTF-8; save it as UTF-8", id="Latin-1"),
        pytest.param(
            b"\xef\xbb\xbf# A story",
            "story.toml: it begins with a byte order mark; save it as UTF-8 without one",
            id="a mark",
        ),
    ],
)
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


def test_the_line_ends_of_story_toml(small):
    assert list(of_story(small.story)) == []
    change(small, TOML, b"\n", b"\r\n")
    (breach,) = of_story(small.story)
    assert breach.told(small.story).startswith("law 7 · story.toml:1: has the line ends of Windows")


def change(copy, path, old, new):
    """Replace some bytes of a file."""
    file = copy.path(path)
    file.write_bytes(file.read_bytes().replace(old, new))
