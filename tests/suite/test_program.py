"""Chapter 8 and on: the customer's lines, marked."""

import errno
import io
import os
import sys
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest
from rows import drives, guards

TOO_FEW = "6♥ 6♦ 6♠ 6♣"
HIGH_CARD = "6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣"
PAIR = "6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦"
TWO_PAIR = "9♣ A♥ K♠ K♦ 9♦ 3♣ 6♦"

GAME = """\
K♣ 9♠ K♠ K♦ 9♦ 3♣ 6♦
9♣ A♥ K♠ K♦ 9♦ 3♣ 6♦
A♣ Q♣ K♠ K♦ 9♦ 3♣
9♥ 5♠
4♦ 2♦ K♠ K♦ 9♦ 3♣ 6♦
7♠ T♠ K♠ K♦ 9♦
"""

MARKED_GAME = """\
K♣ 9♠ K♠ K♦ 9♦ 3♣ 6♦ Full House (winner)
9♣ A♥ K♠ K♦ 9♦ 3♣ 6♦ Two Pair
A♣ Q♣ K♠ K♦ 9♦ 3♣
9♥ 5♠
4♦ 2♦ K♠ K♦ 9♦ 3♣ 6♦ Flush
7♠ T♠ K♠ K♦ 9♦
"""

MARKS = [
    drives(46, "no hand gives no mark", [TOO_FEW], [""]),
    drives(47, "a pair alone wins", [TOO_FEW, PAIR], ["", "Pair (winner)"]),
    drives(
        48,
        "a pair wins over a high card",
        [TOO_FEW, PAIR, HIGH_CARD],
        ["", "Pair (winner)", "High Card"],
    ),
    drives(
        49,
        "two pair win over a pair",
        [PAIR, TWO_PAIR, HIGH_CARD],
        ["Pair", "Two Pair (winner)", "High Card"],
    ),
    guards(50, "a high card alone wins", [HIGH_CARD], ["High Card (winner)"]),
    guards(50, "the same hand twice wins twice", [PAIR, PAIR], ["Pair (winner)", "Pair (winner)"]),
    guards(50, "no lines give no marks", [], []),
    guards(
        53,
        "equal hands of different suits share the win",
        ["A♥ K♦ A♠ 9♣ 7♦ 3♠ 2♣", "A♣ K♥ A♦ 9♠ 7♥ 3♣ 2♦"],
        ["Pair (winner)", "Pair (winner)"],
    ),
    drives(
        53,
        "of two pairs of aces the higher kicker wins",
        ["A♥ K♦ A♠ 9♣ 7♦ 3♠ 2♣", "A♣ Q♦ A♠ 9♣ 7♦ 3♠ 2♣"],
        ["Pair (winner)", "Pair"],
    ),
    guards(
        86,
        "the fifth card decides who wins",
        ["A♠ K♥ J♦ 9♣ 7♥ 3♠ 2♦", "A♠ K♥ J♦ 9♣ 6♥ 3♠ 2♦"],
        ["High Card (winner)", "High Card"],
    ),
]


@pytest.mark.parametrize(("lines", "marks"), MARKS)
def test_the_best_hand_is_marked_as_the_winner(poker, lines, marks):
    results = [poker.best(poker.cards(line)) for line in lines]
    assert poker.mark_results(results) == marks


LINES = [
    drives(
        50,
        "each line is followed by its mark",
        ["6♥ 6♦ 6♠ 6♣", "6♣ 4♦ A♣ 3♠ K♠ 5♦ T♠", "6♣ 6♦ A♣ 3♠ K♠", "9♣ A♥ K♠ 3♣ K♦ 9♦ 6♦"],
        [
            "6♥ 6♦ 6♠ 6♣",
            "6♣ 4♦ A♣ 3♠ K♠ 5♦ T♠ High Card",
            "6♣ 6♦ A♣ 3♠ K♠",
            "9♣ A♥ K♠ 3♣ K♦ 9♦ 6♦ Two Pair (winner)",
        ],
    ),
    drives(50, "the customer's lines", GAME.splitlines(), MARKED_GAME.splitlines()),
    guards(
        86,
        "six cards do not win, however good they are",
        ["6♠ 5♠ 4♠ 3♠ 2♠ A♦", PAIR],
        ["6♠ 5♠ 4♠ 3♠ 2♠ A♦", f"{PAIR} Pair (winner)"],
    ),
    guards(
        86,
        "an empty line ends no game",
        [HIGH_CARD, "", PAIR],
        [f"{HIGH_CARD} High Card", "", f"{PAIR} Pair (winner)"],
    ),
    guards(51, "an empty line stays as it is", ["", "9♥ 5♠"], ["", "9♥ 5♠"]),
    drives(
        54,
        "a line with a faulty card stays as it is",
        ["6♣ 6♦ A♣ 3♠ K♠ T♥ 8X", HIGH_CARD],
        ["6♣ 6♦ A♣ 3♠ K♠ T♥ 8X", f"{HIGH_CARD} High Card (winner)"],
    ),
    drives(89, "a blank at the end is there once", [f"{PAIR} "], [f"{PAIR} Pair (winner)"]),
    drives(89, "tabs at the end are one blank", [f"{PAIR}\t\t"], [f"{PAIR} Pair (winner)"]),
    guards(89, "a blank behind a line without a mark stays", ["9♥ 5♠ "], ["9♥ 5♠ "]),
]


@pytest.mark.parametrize(("lines", "marked"), LINES)
def test_scores(poker, lines, marked):
    assert poker.scores(lines) == marked


class Ended(NamedTuple):
    """How a program has ended, and what it has written."""

    status: int
    standard_output: str
    standard_error: str

    __repr__ = tuple.__repr__  # pytest cuts what is longer


@cache
def code(source, file):
    """The code of a program, compiled once for all tests that run it."""
    return compile(source, file, "exec")


BREAKS = (UnicodeError, OSError, KeyboardInterrupt)


def text_of(stream):
    """A stream of bytes as a stream of text."""
    return io.TextIOWrapper(stream, encoding="utf-8")


@pytest.fixture
def program(poker, monkeypatch, capsysbinary):
    """Runs the step as a program: gives back its status, what it printed, and what it complained of.

    What is given are the bytes on standard input, or another stream, or None where it is closed.
    """

    def run(given, *arguments):
        main = ModuleType("__main__")
        main.__file__ = poker.__file__
        monkeypatch.setitem(sys.modules, "__main__", main)
        if sys.stderr:
            sys.stderr.reconfigure(errors="backslashreplace")  # as it is in any Python
        monkeypatch.setattr(sys, "argv", [poker.__file__, *arguments])
        stdin = text_of(io.BytesIO(given)) if isinstance(given, bytes) else given
        monkeypatch.setattr(sys, "stdin", stdin)
        status = 0
        try:
            try:
                exec(code(Path(poker.__file__).read_bytes(), poker.__file__), vars(main))
            except SystemExit as ended:
                status = ended.code or 0
            if sys.stdout and not sys.stdout.closed:
                sys.stdout.flush()  # as Python does at its end
        except BREAKS as error:  # Python says what it is, and the status is 1
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            status = 1
        except AttributeError as error:
            if sys.stdin and sys.stdout:
                raise  # a stream that is closed is None, and None has no attributes; all else has failed
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            status = 1
        printed = capsysbinary.readouterr()
        return Ended(status, *(stream.decode(errors="surrogateescape") for stream in printed))

    return run


FILES = [
    drives(51, "the program marks the customer's file", GAME, MARKED_GAME),
    guards(59, "the program leaves empty lines", "\n\n9♥ 5♠\n\n", "\n\n9♥ 5♠\n\n"),
    drives(88, "the program keeps the line ends of Windows", "9♥ 5♠\r\n\r\nA♣\r\n", "9♥ 5♠\r\n\r\nA♣\r\n"),
    drives(88, "a mark stands before a line end of Windows", f"{PAIR}\r\n", f"{PAIR} Pair (winner)\r\n"),
    drives(
        88, "a carriage return alone ends a line, and stays", f"A♣\r{PAIR}\r", f"A♣\r{PAIR} Pair (winner)\r"
    ),
    drives(88, "the program adds no line end at the end", f"A♣\n{PAIR}", f"A♣\n{PAIR} Pair (winner)"),
    drives(
        88,
        "a form feed ends no line",
        "K♣ 9♠ K♠ K♦\f9♦ 3♣ 6♦\n",
        "K♣ 9♠ K♠ K♦\f9♦ 3♣ 6♦ Full House (winner)\n",
    ),
    drives(
        88,
        "a line separator ends no line",
        "K♣ 9♠ K♠ K♦\u20289♦ 3♣ 6♦\n",
        "K♣ 9♠ K♠ K♦\u20289♦ 3♣ 6♦ Full House (winner)\n",
    ),
    drives(
        89, "a blank before a line end of Windows is there once", f"{PAIR} \r\n", f"{PAIR} Pair (winner)\r\n"
    ),
]


@pytest.mark.parametrize(("given", "printed"), FILES)
def test_the_program(program, given, printed):
    assert program(given.encode()) == Ended(status=0, standard_output=printed, standard_error="")


FAULTY_GAME = """\
9♥ 5♠
6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦
6♣ 6♦ A♣ 3♠ K♠ T♥ 8X
6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣
"""


@pytest.mark.drives(54)
def test_the_program_marks_the_lines_beside_a_faulty_one(program):
    _, printed, _ = program(FAULTY_GAME.encode())
    assert printed.splitlines() == [
        "9♥ 5♠",
        "6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦ Pair (winner)",
        "6♣ 6♦ A♣ 3♠ K♠ T♥ 8X",
        "6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣ High Card",
    ]


@pytest.mark.drives(60)
def test_the_program_says_which_line_is_faulty(program):
    _, _, complaint = program(FAULTY_GAME.encode())
    assert "line 3" in complaint


@pytest.mark.drives(59)
def test_the_program_says_which_card_is_faulty(program):
    _, _, complaint = program(FAULTY_GAME.encode())
    assert "8X" in complaint


@pytest.mark.drives(61)
def test_the_program_ends_with_status_1_after_a_faulty_line(program):
    status, _, _ = program(FAULTY_GAME.encode())
    assert status == 1


ARGUMENTS = [
    drives(67, "a file is no argument", "game.txt"),
    drives(67, "help is no argument", "--help"),
]


@pytest.mark.parametrize("argument", ARGUMENTS)
def test_the_program_says_that_cards_come_on_standard_input(program, argument):
    status, _, complaint = program(b"", argument)
    assert status == 2
    assert f"no {argument}: " in complaint
    assert "cards come on standard input" in complaint


NO_UTF_8 = b"9\xe9 5\xe9\nA\xe2\x99\xa3\n"


@pytest.mark.drives(88)
def test_the_program_writes_bytes_that_are_no_utf_8_back_as_they_came(program):
    _, printed, _ = program(NO_UTF_8)
    assert printed.encode(errors="surrogateescape") == NO_UTF_8


@pytest.mark.drives(88)
def test_the_program_says_which_line_has_bytes_that_are_no_utf_8(program):
    _, _, complaint = program(NO_UTF_8)
    assert "line 1" in complaint


COMPLAINTS = [
    drives(90, "an escape in a card is spelled out", "8\x1b[31m♥", "line 1: 8\\x1b[31m♥ is no card\n"),
    drives(90, "a turn to the left is spelled out", "8\u202e♥", "line 1: 8\\u202e♥ is no card\n"),
    guards(90, "letters and suits are not spelled out", "x♥\\", "line 1: x♥\\ is no card\n"),
    drives(
        90, "bytes that are no UTF-8 are spelled out", "K\udce2\udc99", "line 1: K\\xe2\\x99 is no card\n"
    ),
    guards(90, "a word of twenty letters is whole", "X" * 20, f"line 1: {'X' * 20} is no card\n"),
    drives(90, "a longer word is cut", "X" * 21, f"line 1: {'X' * 20}… is no card\n"),
    drives(91, "a sign for kelvin is no K", "\u212a♣", "line 1: \u212a♣ (U+212A) is no card\n"),
    drives(91, "a Cyrillic es is no c", "K\u0441", "line 1: K\u0441 (U+0441) is no card\n"),
    drives(91, "a suit as text is named", "K♣\ufe0e", "line 1: K♣\ufe0e (U+FE0E) is no card\n"),
    drives(91, "an accent is named", "K♣\u0301", "line 1: K♣\u0301 (U+0301) is no card\n"),
    drives(
        91,
        "each strange character is named",
        "\u041a\u0441",
        "line 1: \u041a\u0441 (U+041A U+0441) is no card\n",
    ),
    drives(91, "an accented letter is named", "é♥", "line 1: é♥ (U+00E9) is no card\n"),
]


@pytest.mark.parametrize(("given", "told"), COMPLAINTS)
def test_a_complaint_is_in_plain_signs(program, given, told):
    assert program(given.encode(errors="surrogateescape")) == Ended(
        status=1, standard_output=given, standard_error=told
    )


@pytest.mark.drives(90)
def test_an_escape_in_an_argument_is_spelled_out(program):
    _, _, complaint = program(b"", "\x1b[31m")
    assert "no \\x1b[31m: " in complaint


@pytest.mark.drives(91)
def test_a_strange_character_in_an_argument_is_named(program):
    _, _, complaint = program(b"", "\u041aids")
    assert "no \u041aids (U+041A): " in complaint


@contextmanager
def replaced(name, stream):
    """A standard stream is another one; it is closed where that is None."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, name, stream)
        yield
    if stream:
        with suppress(OSError):
            stream.close()


def unread():
    """Standard output is a pipe, and nobody reads it."""
    reading, writing = os.pipe()
    os.close(reading)
    return replaced("stdout", os.fdopen(writing, "w", encoding="utf-8"))


class Failing(io.RawIOBase):
    """A file in which reading and writing fail with this error."""

    def __init__(self, error):
        self.error = error

    def readable(self):
        return True

    def writable(self):
        return True

    def readinto(self, _buffer):
        raise self.error

    def write(self, _bytes):
        raise self.error


@pytest.mark.drives(92)
def test_the_program_ends_quietly_if_nobody_reads_on(program):
    with unread():
        ended = program(GAME.encode())
    assert ended == Ended(status=0, standard_output="", standard_error="")


NO_SPACE = OSError(errno.ENOSPC, "No space left on device")
BROKEN = OSError(errno.EIO, "Input/output error")


@pytest.mark.drives(92)
def test_the_program_says_that_the_disk_is_full(program):
    with replaced("stdout", text_of(io.BufferedWriter(Failing(NO_SPACE)))):
        ended = program(GAME.encode())
    assert ended == Ended(
        status=2,
        standard_output="",
        standard_error="reading or writing has failed: No space left on device\n",
    )


@pytest.mark.drives(92)
def test_the_program_says_that_it_cannot_read(program):
    ended = program(text_of(io.BufferedReader(Failing(BROKEN))))
    assert ended == Ended(
        status=2, standard_output="", standard_error="reading or writing has failed: Input/output error\n"
    )


@pytest.mark.drives(92)
def test_the_program_says_that_standard_input_is_closed(program):
    assert program(None) == Ended(
        status=2, standard_output="", standard_error="standard input or standard output is closed\n"
    )


@pytest.mark.drives(92)
def test_the_program_says_that_standard_output_is_closed(program):
    with replaced("stdout", None):
        ended = program(GAME.encode())
    assert ended == Ended(
        status=2, standard_output="", standard_error="standard input or standard output is closed\n"
    )


@pytest.mark.drives(92)
def test_a_complaint_is_no_output_where_standard_error_is_closed(program):
    with replaced("stderr", None):
        ended = program(b"8X\n")
    assert ended == Ended(status=1, standard_output="8X\n", standard_error="")


@pytest.mark.drives(92)
def test_the_program_ends_quietly_at_an_interrupt(program):
    ended = program(text_of(io.BufferedReader(Failing(KeyboardInterrupt()))))
    assert ended == Ended(status=130, standard_output="", standard_error="")


KATAS = [
    drives(
        69,
        "the ladder program",
        "ladder",
        "5♥ 2♦ 3♥ 4♦ 2♥\nA♠ K♠ Q♠ J♠ T♠\n5♦ 2♠ 3♦ 4♠ 2♣\n",
        "A♠ K♠ Q♠ J♠ T♠\n5♥ 2♦ 3♥ 4♦ 2♥ = 5♦ 2♠ 3♦ 4♠ 2♣\n",
    ),
    drives(
        69,
        "white space around a hand does not climb the ladder",
        "ladder",
        "\t5♥ 2♦ 3♥ 4♦ 2♥  \n  A♠ K♠ Q♠ J♠ T♠\r\n",
        "A♠ K♠ Q♠ J♠ T♠\n5♥ 2♦ 3♥ 4♦ 2♥\n",
    ),
    drives(
        89,
        "a byte-order mark does not climb the ladder",
        "ladder",
        "\ufeff5♥ 2♦ 3♥ 4♦ 2♥\nA♠ K♠ Q♠ J♠ T♠\n",
        "A♠ K♠ Q♠ J♠ T♠\n5♥ 2♦ 3♥ 4♦ 2♥\n",
    ),
    drives(
        82,
        "the program of two hands",
        "two_hands",
        "Black: 2H 3D 5S 9C KD  White: 2C 3H 4S 8C AH\nBlack: 2H 3D 5S 9C KD  White: 2D 3H 5C 9S KH\n",
        "White wins. - with high card: Ace\nTie.\n",
    ),
    drives(
        84,
        "a blank before the colon",
        "two_hands",
        "Black : 2H 3D 5S 9C KD  White : 2C 3H 4S 8C AH\n",
        "White wins. - with high card: Ace\n",
    ),
    drives(
        89,
        "two hands behind a byte-order mark",
        "two_hands",
        "\ufeffBlack: 2H 3D 5S 9C AD  White: 2C 3H 4S 8C KH\n",
        "Black wins. - with high card: Ace\n",
    ),
    guards(
        84,
        "two hands with white space at both ends",
        "two_hands",
        "\tBlack: 2H 3D 5S 9C AD  White: 2C 3H 4S 8C KH \r\n",
        "Black wins. - with high card: Ace\n",
    ),
    drives(87, "the program of deals", "deals", "TS JS QS KS AS 7D 3C AH 7C 7S\n", "1\n"),
    drives(87, "no deals are won in an empty file", "deals", "", "0\n"),
]


@pytest.mark.parametrize(("kata", "given", "printed"), KATAS)
def test_the_program_of_another_kata(program, kata, given, printed):
    assert program(given.encode(), kata) == Ended(status=0, standard_output=printed, standard_error="")


NAMES = [
    drives(84, "names of several words", "Mary Ann", "Jan van der Berg"),
    drives(84, "names with a digit", "Player 1", "Player 2"),
    drives(84, "names with a hyphen or an apostrophe", "Jean-Luc", "O'Brien"),
    drives(84, "names in other scripts", "नीता", "Ольга"),
    drives(84, "names that end like a card", "JD", "Ace 2H"),
]


@pytest.mark.parametrize(("left", "right"), NAMES)
def test_names_of_two_hands(program, left, right):
    kings, queens = "KH KD 5S 9C 2D", "QC QH 4S 8C AH"
    given = f"{left}: {kings}  {right}: {queens}\n{left}: {queens}  {right}: {kings}\n"
    printed = f"{left} wins. - with pair: King\n{right} wins. - with pair: King\n"
    assert program(given.encode(), "two_hands") == Ended(status=0, standard_output=printed, standard_error="")


MISSPELT = [
    drives(85, "a misspelt card before a name", "1OD Bo", "1OD Bo is no player: 1OD is no card"),
    drives(85, "a suit in front of a name", "O♦ Bo", "O♦ Bo is no player: O♦ is no card"),
]


@pytest.mark.parametrize(("player", "told"), MISSPELT)
def test_a_misspelt_card_is_no_part_of_a_name(program, player, told):
    given = f"Jo: 2H 3D 5S 9C AD {player}: 2C 3H 4S 8C AH\n"
    _, _, complaint = program(given.encode(), "two_hands")
    assert told in complaint


TWO_HANDS = "A♠ K♠\nA: 2♣ 3♣ 4♣ 5♣ 7♣ B: 2♦ 3♦ 4♦ 5♦ 7♦\n"

AFTER_A_FAULT = [
    drives(
        69, "the ladder leaves a faulty hand out", "ladder", "A♠ K♠\nA♠ K♠ Q♠ J♠ T♠\n", "A♠ K♠ Q♠ J♠ T♠\n"
    ),
    drives(82, "two hands go on after a faulty line", "two_hands", TWO_HANDS, "Tie.\n"),
]


@pytest.mark.parametrize(("kata", "given", "printed"), AFTER_A_FAULT)
def test_the_program_of_another_kata_after_a_faulty_line(program, kata, given, printed):
    _, written, _ = program(given.encode(), kata)
    assert written == printed


NAMED = [
    drives(69, "the ladder says which line is faulty", "ladder", "A♠ K♠\n"),
    drives(82, "two hands say which line is faulty", "two_hands", "A♠ K♠\n"),
    drives(87, "deals say which line is faulty", "deals", "A♠ K♠\n"),
]


@pytest.mark.parametrize(("kata", "given"), NAMED)
def test_the_program_of_another_kata_says_which_line_is_faulty(program, kata, given):
    _, _, complaint = program(given.encode(), kata)
    assert "line 1" in complaint


PLAYERS = [
    drives(83, "the players of a faulty line are named", "Bo", "Jo against Bo: 4 cards"),
    drives(91, "a strange character in a name is named", "\u041a", "Jo against \u041a (U+041A): 4 cards"),
]


@pytest.mark.parametrize(("player", "told"), PLAYERS)
def test_two_hands_say_whose_line_is_faulty(program, player, told):
    given = f"Jo: 2H 3D 5S 9C {player}: 2C 3H 4S 8C AH\n"
    _, _, complaint = program(given.encode(), "two_hands")
    assert told in complaint


ENDED = [
    drives(69, "the ladder ends with status 1 after a faulty line", "ladder", "A♠ K♠\n"),
    drives(82, "two hands end with status 1 after a faulty line", "two_hands", "A♠ K♠\n"),
]


@pytest.mark.parametrize(("kata", "given"), ENDED)
def test_the_program_of_another_kata_ends_with_status_1(program, kata, given):
    status, _, _ = program(given.encode(), kata)
    assert status == 1


@pytest.mark.drives(87)
def test_deals_with_a_faulty_line_get_status_1_and_no_count(program):
    status, printed, _ = program("A♠ K♠\n".encode(), "deals")
    assert status == 1
    assert printed == ""


@pytest.mark.drives(67)
def test_the_program_says_which_katas_there_are(program):
    _, _, complaint = program(b"", "bridge")
    assert "no bridge: the katas are holdem" in complaint


@pytest.mark.guards(67)
def test_the_program_of_holdem_has_a_name_too(program):
    assert program(GAME.encode(), "holdem") == Ended(status=0, standard_output=MARKED_GAME, standard_error="")


FAULTS = "8X\n\n9♥ 5♠\n8Y\n"


@pytest.mark.guards(86)
def test_the_program_names_each_faulty_line(program):
    _, _, complaint = program(FAULTS.encode())
    assert "8X" in complaint
    assert "8Y" in complaint


@pytest.mark.guards(86)
def test_the_program_counts_empty_lines_too(program):
    _, _, complaint = program(FAULTS.encode())
    assert "line 4" in complaint


@pytest.mark.guards(86)
def test_the_program_goes_on_with_the_game_after_an_empty_line(program):
    _, printed, _ = program(f"{HIGH_CARD}\n\n{PAIR}\n".encode())
    assert printed == f"{HIGH_CARD} High Card\n\n{PAIR} Pair (winner)\n"
