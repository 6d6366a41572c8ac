"""Inputs on which evaluators can differ, the shortest first: what each of them answers is compared.

An input is written as somebody would tell it: `5♦ 4♦ 3♣ 2♦ A♥ against 6♠ 5♦ 4♣ 3♦ 2♥`.
"""

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from itertools import chain, combinations
from typing import Any, NamedTuple

VALUES = "23456789TJQKA"
SUITS = "♣♦♥♠"
MIXED = "♦♣♠♥♦♣♠"

FLUSHES = [suit * 5 for suit in SUITS] + ["♠♣♣♣♣", "♣♣♣♣♠", "♣♣♠♣♣", "♥♦♥♦♥", "♠♣♠♣♠", "♠♥♠♥♠"]
"""Which suits five cards have, in the order in which they lie."""

SHAPES = [
    "75432 85432 86432 87432 87532 87542 98762 98763 AK843 AK842 AK832 AKQJ9 KQJT8 KQJT9",
    "QJT98 JT987 T9876",
    "98765 87654 76543 65432 5432A AKQJT A432K 32AKQ 2AKQJ AK432 AKQ32 AKQJ2 24683 97253",
    "54362 A2489 T9742",
    "22543 33542 44653 44652 22765 22764 22753 22AK3 33A54 2242A AA543 KK543 KKA54 KKA53",
    "KKAQ3 KKJT9 65422 66532",
    "33224 33225 44223 44332 55223 AA332 AA334 KKQQJ KKJJA 22334 99882",
    "22234 22235 22245 33324 AAA23 AAA24 KKKAQ 99932 99942 99943",
    "22233 22244 33322 KKKAA AAA22 AAAKK KKK99 999KK",
    "22223 22224 33332 2222A AAAAK KKKKA",
]
"""Hands of five, by their values."""

SEVENS = [
    "75432KA K975432 AKJ9732 AKJ9632 9876542 2233445 2233447 AAKKQQ2 AAKKJ98 AAKKQ98",
    "AA99332",
    "2222334 2222335 2222443 9999KK2 9999QJ2 2223344 2223355 3332244 999KK44 999QQJJ",
    "9994442",
    "9994443 2223334 3332225 999444A 98765AK 9876543 6543298 65432A8 5432A98 AK22543",
    "22AKQ54 22AQJ54 9753AA2",
]
"""The same of seven."""

DEALT = [
    "9♥ 8♠ 7♥ 6♥ 5♥ 2♥ K♣",
    "4♦ 2♦ K♠ K♦ 9♦ 3♣ 6♦",
    "A♥ K♠ 5♥ 4♥ 3♥ 2♥ 6♠",
    "2♣ 4♠ 6♦ 9♠ J♦ K♣ K♥",
    "3♠ 6♣ A♣ K♠ 8♦ 6♦ T♥",
    "3♠ A♣ 6♣ K♠ 8♦ T♥ 6♦",
    "5♠ K♠ 7♠ 3♦ 3♠ 4♠ 6♠",
    "9♠ 9♥ 8♥ 7♥ 6♥ 5♥ 2♦",
    "3♥ 5♥ 7♥ 9♥ Q♥ A♥ K♠",
]
"""Seven cards whose suits or whose order matter."""

PAIR = "6♣ 6♦ A♣ 3♠ K♠ T♥ 8♦"
HIGH = "6♣ 4♦ A♣ 3♠ K♠ T♦ 8♣"
TWO = "9♣ A♥ K♠ K♦ 9♦ 3♣ 6♦"
GAMES = [
    ["A♣"],
    [PAIR],
    ["A♣", "K♣"],
    ["A♣", PAIR],
    [HIGH, PAIR],
    [PAIR, PAIR],
    [PAIR, TWO],
    ["1♣", PAIR],
    ["a♣ K♣", PAIR],
    [PAIR.lower()],
    ["kc 9s ks kd 9d 3c 6h"],
    ["A♥ K♦ A♠ 9♣ 7♦ 3♠ 2♣", "A♣ Q♦ A♠ 9♣ 7♦ 3♠ 2♣"],
    ["A♠ K♥ J♦ 9♣ 7♥ 3♠ 2♦", "A♠ K♥ J♦ 9♣ 6♥ 3♠ 2♦"],
    ["6♠ 5♠ 4♠ 3♠ 2♠ A♦", PAIR],
    [HIGH, "", PAIR],
]


SPELLED = {
    55: ["1♣", "6", "♣", "6♣♣", "6X", "♣6"],
    56: ["6♣ 6♣"],
    62: ["KC", "kc", "kC", "k♣", "Aſ", "A♣ ac"],
    63: ["10♣", "10h", "100♣", "K♣️", "Kc️"],
    89: ["\ufeff6♣", "6♣\t5♣"],
}
"""Cards in all spellings, and what is none, by the step that asks for it."""

PROGRAMS = {
    51: ["A♣", PAIR],
    59: [f"1♣\n{PAIR}", "1♣\n2♦", "1♣\n1♦", "\n1♣"],
    88: ["A♣\r\n", "A♣\n", "A♣\f1♦", "A\udce9"],
    89: ["A♣ ", f"{PAIR} ", f"{PAIR}  \r\n"],
    90: ["A\x1b", "X" * 21],
    91: ["\u212a"],
}
"""What a program is fed, by the step that asks for it."""

BLACK, WHITE = "2H 3D 5S 9C KD", "2C 3H 4S 8C AH"
SHOWDOWNS = {
    75: ["B: 9♥ 7♥ 5♥ 3♥ 2♥ W: 9♦ 8♣ 7♠ 6♥ 5♦", "B: AH 2D 3S 4C 5D W: KC KD 9H 8S 7C"],
    81: [f"B: {BLACK} W: {BLACK}"],
    84: [
        f"Mary Ann: {BLACK} Jo: {WHITE}",
        f"Jo: {BLACK} Mary Ann: {WHITE}",
    ],
    85: [f"B: {BLACK} 1O W: {WHITE}"],
}
"""Two named hands, by the step that asks for them."""


class Input(NamedTuple):
    """The step from which on it can be asked, how it is told, and what an evaluator answers to it."""

    step: int
    told: str
    answer: Callable[[Any], Any]


def all_inputs() -> list[Input]:
    """Every input that is tried, the shortest first."""
    kinds = chain(single(), spelled(), labelled(), compared(), sevens(), lines(), two_hands(), programs())
    return sorted(kinds, key=lambda given: len(given.told))


def shown(step: int, inputs: list[Input], ours: Iterable[Any], right: Iterable[Any]) -> str:
    """The shortest input with another answer, if possible one that can be asked at that step already."""
    later = ""
    for given, a, b in zip(inputs, ours, right):
        if a != b and given.step <= step:
            return given.told
        if a != b:
            later = later or given.told
    return later


class Answers:
    """What an evaluator answers to each input: it is asked as far as somebody reads, and once."""

    def __init__(self, poker: Any, inputs: Iterable[Input]) -> None:
        self.known: list[Any] = []
        self.more = (answered(poker, given) for given in inputs)

    def __iter__(self) -> Iterator[Any]:
        place = 0
        while place < len(self.known) or self.asked():
            yield self.known[place]
            place += 1

    def asked(self) -> bool:
        """Was there one more?"""
        for answer in self.more:
            self.known.append(answer)
            return True
        return False


def answered(poker: Any, given: Input) -> Any:
    """The answer to one input; where it crashes, with what."""
    try:
        return given.answer(poker)
    except poker.CardError:
        return "CardError"
    except Exception as error:
        return f"crash: {type(error).__name__}"


def single() -> Iterator[Input]:
    """A card twice, two cards, and five that are a flush or not; and each suit."""
    yield Input(1, "6♣ against 6♣", partial(two_cards, "6♣", "6♣"))
    for low, high in combinations(VALUES, 2):
        yield Input(2, f"{high}♣ against {low}♠", partial(two_cards, f"{high}♣", f"{low}♠"))
    for suits in FLUSHES:
        text = written("AT342", suits)
        yield Input(6, f"is {text} a flush", partial(is_flush, text))
    for suit in SUITS:
        yield Input(7, f"reading A{suit}", partial(read, f"A{suit}"))


def spelled() -> Iterator[Input]:
    """Cards in all spellings, and what is none."""
    for step, texts in SPELLED.items():
        for text in texts:
            yield Input(step, f"reading {visible(text)}", partial(read, text))


def hands() -> list[str]:
    """Five cards of each shape, in mixed suits and in one."""
    found = []
    for shape in " ".join(SHAPES).split():
        found.append(written(shape, MIXED))
        if len(set(shape)) == 5:
            found.append(written(shape, "♥" * 5))
    return found


def labelled() -> Iterator[Input]:
    """What a hand is called."""
    for text in hands():
        yield Input(36, f"the label of {text}", partial(label, text))


def compared() -> Iterator[Input]:
    """Every two hands, and the same values in other suits."""
    others = [(text, text.translate(str.maketrans("♣♦♥♠", "♦♥♠♣"))) for text in hands()]
    crossed = [("8♠ 8♥ A♦ K♣ 3♥", "8♦ 8♣ A♠ K♥ 2♠"), ("A♣ K♥ Q♦ J♣ 9♥", "A♦ K♠ Q♥ J♦ 8♣")]
    for one, other in chain(combinations(hands(), 2), others, crossed):
        yield Input(11, f"{one} against {other}", partial(which_hand, one, other))


def sevens() -> Iterator[Input]:
    """What seven cards come to, or more, or fewer; and which of two is the better."""
    texts = [written(shape, "♠♥♦♠♥♦♣") for shape in " ".join(SEVENS).split()] + DEALT
    for text in [*texts, "A♣ K♣ Q♣ J♣ T♣ 9♣", "6♥ 6♦ 6♠ 6♣ K♠", "A♣ K♣ Q♣ J♣ T♣ 9♣ 8♣ 7♣"]:
        step = 57 if len(text.split()) > 7 else 43
        yield Input(step, f"the best of {text}", partial(best_label, text))
    for one, other in combinations(texts, 2):
        yield Input(53, f"the best of {one} against {other}", partial(which_best, one, other))


def lines() -> Iterator[Input]:
    """The marks of a game, and its lines with them."""
    for game in GAMES:
        told = " and ".join(line or "nothing" for line in game)
        yield Input(47, f"the marks of {told}", partial(marks, game))
        yield Input(50, f"the lines {told}, marked", partial(marked, game))


def two_hands() -> Iterator[Input]:
    """Who wins of two hands, with what, and how often; some have four cards, and some no names."""
    shapes = "5432 75432 85432 98753 98752 33542 33642 33652 33224 22234 22233 TT532 5432A 765432"
    texts = [written(shape, MIXED) for shape in shapes.split()]
    texts += [written("97532", "♥" * 5), written("97542", "♥" * 5), written("33652", "♠♥♠♥♠")]
    others = [text.translate(str.maketrans("♣♦♥♠", "♠♥♦♣")) for text in texts]
    for one, other in ((one, other) for one in texts for other in others):
        yield Input(64, f"comparing {one} and {other}", partial(compare, one, other))
        yield Input(65, f"the ladder of {one} and {other}", partial(ladder, one, other))
        yield Input(75, f"who wins B: {one} W: {other}", partial(showdown, f"B: {one} W: {other}"))
        yield Input(75, f"who wins {one} {other}", partial(showdown, f"{one} {other}"))
        yield Input(86, f"how many of {one} {other} are won", partial(left_wins, [f"{one} {other}"]))
    for step, named in SHOWDOWNS.items():
        for line in named:
            yield Input(step, f"who wins {line}", partial(showdown, line))
    yield Input(65, f"the ladder of {texts[1]} twice", partial(ladder, texts[1], texts[1]))
    yield Input(86, "how many of no deals are won", partial(left_wins, []))
    yield Input(86, "how many of a blank line are won", partial(left_wins, [""]))
    yield Input(
        86, f"how many of {texts[1]} {texts[1]} are won", partial(left_wins, [f"{texts[1]} {texts[1]}"])
    )


def programs() -> Iterator[Input]:
    """What the program prints, and its status."""
    for step, texts in PROGRAMS.items():
        for text in texts:
            yield Input(step, f"the program, given {visible(text)}", partial(printed, text))


def visible(text: str) -> str:
    """A text on one line, with nothing hidden in it: ␍ is what returns the carriage, and ‹U+212A› is no K."""
    shown = "".join(s if s in SUITS or (s.isascii() and s.isprintable()) else picture(s) for s in text)
    return f"{shown[:-1]}·" if shown.endswith(" ") else shown


def picture(sign: str) -> str:
    """How a character is written that nobody sees, or that looks like another one."""
    return chr(0x2400 + ord(sign)) if sign < " " else f"‹U+{ord(sign):04X}›"


def written(shape: str, suits: str) -> str:
    """`5432A` in these suits: `5♦ 4♣ 3♠ 2♥ A♦`; two cards of one value and suit get another one."""
    words: list[str] = []
    for sign, suit in zip(shape, suits, strict=False):
        words.append(next(sign + one for one in (suit, *SUITS) if sign + one not in words))
    return " ".join(words)


# what is asked of an evaluator: the input first, the evaluator last


@cache
def hand(text: str, poker: Any) -> Any:
    return poker.hand(poker.cards(text))


@cache
def best(text: str, poker: Any) -> Any:
    return poker.best(poker.cards(text))


def order(left: Any, right: Any) -> str:
    """What two things are to each other."""
    if left == right:
        return "equal"
    return "more" if left > right else "less"


def two_cards(one: str, other: str, poker: Any) -> str:
    return order(poker.card(one), poker.card(other))


def is_flush(text: str, poker: Any) -> bool:
    return bool(poker.flush(poker.cards(text)))


def read(text: str, poker: Any) -> list[Any]:
    return [(card.value, card.suit) for card in poker.cards(text)]


def label(text: str, poker: Any) -> str:
    return str(hand(text, poker))


def best_label(text: str, poker: Any) -> str:
    return str(best(text, poker))


def which_hand(one: str, other: str, poker: Any) -> str:
    return order(hand(one, poker), hand(other, poker))


def which_best(one: str, other: str, poker: Any) -> str:
    return order(best(one, poker), best(other, poker))


def marks(game: list[str], poker: Any) -> Any:
    return poker.mark_results([poker.best(poker.cards(line)) for line in game])


def marked(game: list[str], poker: Any) -> Any:
    return poker.scores(game)


def compare(one: str, other: str, poker: Any) -> Any:
    return poker.compare(one, other)


def ladder(one: str, other: str, poker: Any) -> Any:
    return poker.ladder([one, other])


def showdown(line: str, poker: Any) -> Any:
    return poker.showdown(line)


def left_wins(lines: list[str], poker: Any) -> Any:
    return poker.left_wins(lines)


def stream(text: str = "") -> io.TextIOWrapper:
    """A standard stream, with a text in it."""
    inside = io.BytesIO(text.encode(errors="surrogateescape"))
    return io.TextIOWrapper(inside, encoding="utf-8", write_through=True)


def printed(text: str, poker: Any) -> tuple[bytes, bytes, Any]:
    said, complaint, before = stream(), stream(), (sys.argv, sys.stdin)
    sys.argv, sys.stdin = ["poker.py"], stream(text)
    try:
        with redirect_stdout(said), redirect_stderr(complaint):
            status = poker.main()
    finally:
        sys.argv, sys.stdin = before
    return *(one.buffer.getvalue() for one in (said, complaint)), status  # type: ignore[attr-defined]
