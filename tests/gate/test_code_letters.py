"""Law 6: what is read is what is there."""

import pytest

from gate.planting import of_files, reads

STEP, SUITE, README = "step_02/fizz.py", "suite/test_numbers.py", "step_02/README.md"
HEAD = b'"""Fizz."""\n'
LATIN = '"""\xe4"""\n'.encode("latin-1")
ROWS = [
    (STEP, b"\xef\xbb\xbf" + HEAD, ":1: begins with a byte order mark"),
    (SUITE, b"\xef\xbb\xbf" + HEAD, "test_numbers.py:1: begins with a"),
    (STEP, HEAD + LATIN, ":2: is not UTF-8, because of the byte e4"),
    (SUITE, HEAD + LATIN, "suite/test_numbers.py:2: is not UTF-8"),
    (STEP, '"""Fizz."""\n'.encode("utf-16"), ":1: is not UTF-8"),
    (STEP, b"# coding: latin-1\n" + HEAD, ":1: says that it is latin-1"),
    (STEP, b"\n# -*- coding: utf-7 -*-\n", "says that it is utf-7"),
    (STEP, HEAD + b"\r\nA = 1\r\n", ":2: ends with CRLF; save it with LF"),
    (STEP, b'A = 1\n"""\rexec()"""\n', ":2: ends with CR; save it with LF"),
    (STEP, HEAD + b"\x00", ":2: has the control character U+0000"),
    (STEP, HEAD + b"\x0cA = 1\n", ":2: has the control character U+000C"),
    (STEP, HEAD + b'A = "\x1b[2K"\n', r"U+001B; remove it, or write it as \x1b"),
    (STEP, HEAD + "A = '\u2028'\n".encode(), "U+2028 LINE SEPARATOR"),
    (STEP, b"if 1:\n\tA = 1\nif 2:\n    A = 2\n", ":4: is indented with tabs and with spaces"),
    (STEP, HEAD + "A = '\u202e'\n".encode(), ":2: has U+202E RIGHT-TO-LEFT OVERRIDE, which is invisible"),
    (STEP, HEAD + "# \u2066a\n".encode(), "U+2066"),
    (SUITE, HEAD + "A = 'a\u200bb'\n".encode(), "U+200B ZERO WIDTH SPACE"),
    (README, "# \u202eStep\n".encode(), "README.md:1: has U+202E"),
    (STEP, HEAD + "A = 'fizz\u200d'\n".encode(), "U+200D ZERO WIDTH JOINER"),
    (
        STEP,
        HEAD + "A = 'Fi\u0437z', '\u0430bc'\n".encode(),
        ":2: writes \u0430bc with U+0430 CYRILLIC SMALL LETTER A",
    ),
    (README, "# St\u0435p\n".encode(), "README.md:1: writes St\u0435p with U+0435"),
    (STEP, "\ndef s\u0430y(): 1\n".encode(), ":2: writes s\u0430y with U+0430"),
    (STEP, "s = 1\n\u0455 = 2\n".encode(), ":2: has a name that looks like s and is another one: U+0455"),
    (STEP, "A\u0422, \u0410T = 1, 2\n".encode(), "U+0422"),
    (STEP, "\uff53\uff41\uff59 = 1\n".encode(), "which Python reads as say; write that"),
    (STEP, "\U0001d42c\U0001d41a\U0001d432 = 1\n".encode(), "reads as say"),
    (STEP, "\ufb01zz = 1\n".encode(), "which Python reads as fizz"),
]


@pytest.mark.parametrize(("path", "source", "told"), ROWS, ids=[told for _, _, told in ROWS])
def test_what_is_planted_is_seen_by_reading(bare, path, source, told):
    bare.path(path).write_bytes(source)
    reads(bare, "law 6 · ", told)


HONEST = {
    "signs": "SUITS = '♣♦♥♠', '\u2666\ufe0f', '–', '„so“', '→', 'Müller', 'naïve', 'œuvre'\n",
    "other scripts": "WORDS = 'два', '\u0441\u043e\u0440', 'ένα', '日本語', 'שלום', 'ไทย'\n",
    "letters that are parted": "WORDS = '\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'\n",
    "emoji of several": "FAMILY = '👩\u200d👧', '🏴\U000e0067\U000e0062\U000e007f'\n",
    "letters of mathematics": "Δt = 1\nμ_max = 2\nπ = 3\nσ = 4\n",
    "wide letters in a text": "WIDE = '\uff53\uff41\uff59', '\ufb01'  # µs, ½\n",
    "a Russian name": "рост = 1\n",
    "a coding that is said": "# -*- coding: UTF-8 -*-\nA = 1\n",
    "tabs": "def a():\n\treturn '''\n  b'''\n",
    "no line end at the end": "A = 1",
}


@pytest.mark.parametrize("source", HONEST.values(), ids=HONEST)
def test_what_an_honest_author_writes_is_fine(bare, source):
    bare.path(STEP).write_text(source, encoding="utf-8")
    assert of_files(bare.story) == []


VERBS = [["gate"], ["progress"], ["red", "STEP=3"], ["diff", "STEP=3"], ["board"], ["coverage"]]
NO_TEXT = {"latin-1": LATIN, "nothing": b"A = '\x00'\n", "deep": b"(" * 300, "a return": b"return 1"}


@pytest.mark.parametrize("source", NO_TEXT.values(), ids=NO_TEXT)
@pytest.mark.parametrize("words", VERBS, ids=" ".join)
def test_a_step_that_is_no_text_is_no_traceback(small, capsys, source, words):
    small.path(STEP).write_bytes(HEAD + source)
    small.verb(*words)
    said = capsys.readouterr()
    assert "Traceback" not in said.out + said.err
