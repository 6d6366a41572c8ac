"""Numbers, times and lists in words."""

import pytest

from dojo.wording import count_of, duration, first_of, name_characters, spell_out, time_since

IN_WORDS = {
    "less than a second": (duration, [0.9], "0 s"),
    "seconds": (duration, [59], "59 s"),
    "minutes": (duration, [200], "3 min 20 s"),
    "hours": (duration, [3900], "1 h 05 min"),
    "seconds since": (time_since, [40], "+0:40"),
    "minutes since": (time_since, [200.9], "+3:20"),
    "hours since": (time_since, [3900], "+65:00"),
    "no line": (count_of, [0, "line"], "0 lines"),
    "one line": (count_of, [1, "line"], "1 line"),
    "two lines": (count_of, [2, "line"], "2 lines"),
    "the first of none": (first_of, [[]], ""),
    "of one": (first_of, [["a"]], "“a”"),
    "of as many as there is room for": (first_of, [["a", "b"]], "“a”, “b”"),
    "what is printed": (spell_out, ["A♣ é \\"], "A♣ é \\"),
    "what a terminal obeys": (spell_out, ["\x1b[31m\u202e"], "\\x1b[31m\\u202e"),
    "bytes that are not UTF-8": (spell_out, ["\udc80\udcff"], "\\x80\\xff"),
    "half of a pair": (spell_out, ["\ud800"], "\\ud800"),
    "no strange character": (name_characters, ["A♣", "♣"], ""),
    "strange characters, each once": (
        name_characters,
        ["\u212a\u0441\u0441"],
        "U+212A KELVIN SIGN, U+0441 CYRILLIC SMALL LETTER ES",
    ),
    "one without a name": (name_characters, ["\x9b"], "U+009B"),
    "bytes have no code point": (name_characters, ["\udc80"], ""),
    "of more": (first_of, [["a", "b", "c", "d"]], "“a”, “b” and 2 more"),
}


@pytest.mark.parametrize(("say", "given", "words"), IN_WORDS.values(), ids=IN_WORDS)
def test_in_words(say, given, words):
    assert say(*given) == words
