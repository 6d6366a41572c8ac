"""Faults to plant in a program for holdem, the finished one: each with the case that is made for it.

Those in SLIPS are the ones of `katas/poker/slips.md` that the program's output can show.
"""

from katas.fault import fault

BEST = "    return max(hand(five) for five in combinations(cards, 5))\n"
OF_SEVEN = """\
    found = max(hand(five) for five in combinations(cards, 5))
    groups = largest_group_first(grouped_by_value(highest_first(cards)))
    values = [card.value for card in cards]
    of_a_suit = max((highest_first(c for c in cards if c.suit == suit) for suit in SUITS), key=len)
    if {found}:
        return {instead}
    return found
"""
STAGES = "        rank,\n        promote_straight,\n        promote_flush,\n"
HAND = '''\
    """A ranking, and the cards in the order in which they count."""

    ranking: Ranking
    cards: list
'''
PAIRED = "    return Hand(SHAPES[shape], [card for group in groups for card in group])\n"
WHEEL = "        return Hand(Ranking.STRAIGHT, [b, c, d, e, a])\n"
SPAN = "ranking == Ranking.HIGH_CARD and a.value - e.value == 4"
LOW_ACE = "ranking == Ranking.HIGH_CARD and a.value == 14 and b.value == 5"
SUIT = "    suit: str = field(compare=False)\n"
WON = "    if best == winner:\n"


def of_seven(case, what, found, instead):
    """Of seven cards that make `found` the program takes something else."""
    return fault(case, what, BEST, OF_SEVEN.format(found=found, instead=instead))


def compared(case, what, key):
    """Hands compare by `key`, a list that is made of a hand."""
    by = f"    def __lt__(self, other):\n        return {key('self')} < {key('other')}\n\n"
    by += f"    def __gt__(self, other):\n        return {key('self')} > {key('other')}\n\n"
    by += f"    def __eq__(self, other):\n        return {key('self')} == {key('other')}\n"
    return fault(case, what, HAND, f"{HAND}\n{by}")


def limited(ranking, most):
    """Of hands of one ranking the first cards only."""
    name = f"Ranking.{ranking}"
    return lambda hand: f"({hand}.ranking, {hand}.cards[:{most} if {hand}.ranking == {name} else 5])"


def labelled(case, label, instead):
    """A ranking has another name."""
    return fault(case, f"{label} is called {instead}", f'    "{label}",\n', f'    "{instead}",\n')


SINGLE = "[g[0] for g in groups if len(g) == 1][:1]"
PAIR_OR_SINGLE = "sorted([g[0] for g in groups if len(g) < 3], reverse=True)[:1]"

SLIPS = [
    fault("suits-break-no-tie", "dialogue: suits break ties", SUIT, "    suit: str\n"),
    fault("a-last-kicker-counts-before-any-suit", "dialogue: suits before kickers", SUIT, "    suit: str\n"),
    fault(
        "three-kings-and-two-nines-are-no-straight",
        "dialogue: what spans four is a straight",
        SPAN,
        "a.value - e.value == 4",
    ),
    fault(
        "a-straight-beats-three-of-a-kind",
        "dialogue: nothing but the wheel is made a straight",
        SPAN,
        "ranking == Ranking.STRAIGHT and a.value - e.value == 4",
    ),
    fault(
        "of-two-equal-pairs-the-higher-kicker-wins",
        "dialogue: equal rankings all win",
        WON,
        "    if best.ranking == winner.ranking:\n",
    ),
    labelled("two-pair-beat-a-pair", "Two Pair", "Two Pairs"),
    fault("the-wheel-is-a-straight", "first stabs: no wheel", LOW_ACE, "False"),
    fault(
        "the-highest-card-decides",
        "first stab in Common Lisp: equal rankings crash",
        "    cards: list\n",
        "    cards: list\n\n    def __gt__(self, other):\n        return self.ranking > other.ranking "
        'or self.ranking == other.ranking and self.cards["first"] > other.cards\n',
    ),
    compared(
        "a-pair-counts-before-a-higher-kicker",
        "first stab in Common Lisp: hands compare from the highest card down",
        lambda hand: f"({hand}.ranking, sorted({hand}.cards, reverse=True))",
    ),
    fault(
        "in-a-full-house-the-three-count-before-the-two",
        "first stab in Clojure: of one ranking the first one wins",
        "    cards: list\n",
        "    cards: list\n\n    def __gt__(self, other):\n        return self.ranking > other.ranking\n",
    ),
    fault(
        "three-of-a-kind-beat-two-pair",
        "first stab in Clojure: three of a kind crash",
        PAIRED,
        f"    SHAPES[shape] == Ranking.THREE_OF_A_KIND and shape()\n{PAIRED}",
    ),
    compared(
        "a-pair-counts-before-a-higher-kicker",
        "first stab in Haskell: each value once, from the highest down",
        lambda hand: f"({hand}.ranking, sorted({{c.value for c in {hand}.cards}}, reverse=True))",
    ),
    fault(
        "the-wheel-is-the-lowest-straight",
        "valuations and hand power: the wheel's ace counts high",
        WHEEL,
        WHEEL.replace("[b, c, d, e, a]", "[a, b, c, d, e]"),
    ),
    fault(
        "the-wheel-in-one-suit-is-the-lowest-straight-flush",
        "valuations: in one suit too",
        WHEEL,
        WHEEL.replace("[b, c, d, e, a]", "[a, b, c, d, e]"),
    ),
    compared(
        "then-the-second-card",
        "hand power: the first equal values make a draw",
        lambda hand: f"({hand}.ranking, {hand}.cards[:1])",
    ),
    fault(
        "suits-break-no-tie",
        "deals: a tie goes to one side",
        WON,
        "    if best is winner:\n",
    ),
    fault(
        "the-wheel-in-one-suit-is-a-straight-flush",
        "deals: no straight flush but those that span four",
        "    if flush(cards):\n",
        "    if flush(cards) and cards[-1].value == 14:\n"
        "        return Hand(Ranking.FLUSH, cards)\n    if flush(cards):\n",
    ),
]

OTHERS = [
    fault(
        "fewer-than-seven-cards-come-back-as-they-are",
        "five cards are a hand",
        "    if len(cards) < 7:\n",
        "    if len(cards) < 5:\n",
    ),
    fault(
        "an-empty-line-stays-empty",
        "an empty line is left out",
        '        yield f"{line.rstrip()} {mark}{end}" if mark else line\n',
        '        if line.strip():\n            yield f"{line.rstrip()} {mark}{end}" if mark else line\n',
    ),
    labelled("seven-cards-get-a-label-and-win-alone", "High Card", "High card"),
    fault("a-pair-wherever-its-cards-stand", "the first five cards", BEST, "    return hand(cards[:5])\n"),
    fault("only-the-best-ranking-wins", "everybody wins", WON, "    if winner:\n"),
    fault("seven-cards-get-a-label-and-win-alone", "nobody wins", WON, "    if best is winner is None:\n"),
    labelled("a-flush-beats-a-straight", "Flush", "flush"),
    labelled("a-full-house-beats-a-flush", "Full House", "Full house"),
    labelled("four-of-a-kind-beat-a-full-house", "Four of a Kind", "Poker"),
    fault(
        "a-straight-flush-beats-four-of-a-kind",
        "a straight in one suit is a flush",
        "        Ranking.STRAIGHT: Ranking.STRAIGHT_FLUSH,\n",
        "        Ranking.STRAIGHT: Ranking.FLUSH,\n",
    ),
    fault(
        "the-example-of-the-statement",
        "only four lines are looked at",
        "    bests, faults = judge(lines, best_of)\n    sys",
        "    bests, faults = judge(lines[:4], best_of)\n    bests += [None] * (len(lines) - 4)\n    sys",
    ),
    fault(
        "a-folded-hand-does-not-win-however-good-it-is",
        "a folded hand keeps the others from winning",
        "    winner = max((best for best in bests if best is not None), default=None)\n",
        "    winner = max((best for best in bests if best is not None), default=None)\n"
        "    if bests and bests[0] is None and len(bests) == 2:\n        winner = None\n",
    ),
    compared("down-to-the-fifth-card", "four cards of a high card", limited("HIGH_CARD", 4)),
    fault(
        "the-sixth-and-seventh-card-do-not-count",
        "all seven cards count",
        BEST,
        "    found = max(hand(five) for five in combinations(cards, 5))\n"
        "    return Hand(found.ranking, found.cards + highest_first(cards))\n",
    ),
    compared(
        "of-two-pair-the-higher-pair-counts-first",
        "the lower pair first",
        lambda hand: (
            f"({hand}.ranking, {hand}.cards[2:] + {hand}.cards[:2] if {hand}.ranking == 2 else {hand}.cards)"
        ),
    ),
    compared(
        "then-the-lower-pair-before-the-kicker",
        "the kicker before the lower pair",
        lambda hand: (
            f"({hand}.ranking, {hand}.cards[:2] + {hand}.cards[4:] if {hand}.ranking == 2 else {hand}.cards)"
        ),
    ),
    compared(
        "the-second-kicker-of-three-of-a-kind-counts",
        "one kicker beside three of a kind",
        limited("THREE_OF_A_KIND", 4),
    ),
    compared("the-fifth-card-of-a-flush-counts", "four cards of a flush", limited("FLUSH", 4)),
    of_seven(
        "four-cards-of-one-suit-are-no-flush",
        "four cards of one suit are a flush",
        "len(of_a_suit) == 4 and found.ranking < 5",
        "Hand(Ranking.FLUSH, of_a_suit)",
    ),
    fault(
        "a-flush-in-every-suit",
        "no flush of diamonds",
        "    return all(card.suit == cards[0].suit for card in cards)\n",
        '    return all(card.suit == cards[0].suit != "♦" for card in cards)\n',
    ),
    fault("every-straight-up-to-the-ace", "no straight above a ten", SPAN, f"{SPAN} and a.value < 11"),
    fault(
        "a-straight-does-not-go-round-the-corner",
        "a straight goes round the corner",
        SPAN,
        f"({SPAN} or ranking == 0 and [a.value, b.value, e.value] == [14, 13, 2] and d.value - e.value < 3)",
    ),
    fault(
        "a-royal-flush-is-a-straight-flush",
        "a royal flush has a name of its own",
        '    return f"{best} (winner)"\n',
        "    royal = best.ranking == 8 and best.cards[0].value == 14\n"
        '        return "Royal Flush (winner)" if royal else f"{best} (winner)"\n',
    ),
    of_seven(
        "a-straight-and-a-flush-of-different-cards-are-a-flush",
        "a straight and any flush are a straight flush",
        "found.ranking == 5 and any(set(range(n, n + 5)) <= set(values) for n in range(2, 11))",
        "Hand(Ranking.STRAIGHT_FLUSH, found.cards)",
    ),
    of_seven(
        "a-straight-across-a-pair",
        "a pair hides a straight",
        "found.ranking == 4 and len(set(values)) < 7",
        "Hand(Ranking.PAIR, found.cards)",
    ),
    of_seven(
        "a-straight-of-six-takes-its-highest-five",
        "a straight of six takes its lowest five",
        "found.ranking == 4",
        "min(h for h in map(hand, combinations(cards, 5)) if h.ranking == 4 and h.cards[-1].value < 14 "
        "or h.ranking == 4 and found.cards[-1].value == 14)",
    ),
    of_seven(
        "a-wheel-gives-way-to-a-straight-to-the-six",
        "a wheel is taken first",
        "found.ranking == 4 and {14, 2, 3, 4, 5} <= set(values)",
        "min(h for h in map(hand, combinations(cards, 5)) if h.ranking == 4)",
    ),
    of_seven(
        "a-flush-of-six-takes-its-highest-five",
        "a flush of six takes its lowest five",
        "found.ranking == 5",
        "Hand(Ranking.FLUSH, of_a_suit[-5:])",
    ),
    of_seven(
        "a-straight-flush-under-a-higher-straight",
        "only the highest straight is looked at for its suit",
        "found.ranking == 8 and found.cards[0].value + 1 in values",
        "Hand(Ranking.FLUSH, of_a_suit[:5])",
    ),
    of_seven(
        "of-three-pairs-the-third-may-be-the-kicker",
        "no kicker out of the third pair",
        "found.ranking == 2",
        f"Hand(Ranking.TWO_PAIR, found.cards[:4] + {SINGLE})",
    ),
    of_seven(
        "of-three-pairs-a-higher-card-is-the-kicker",
        "the third pair is the kicker",
        "found.ranking == 2",
        "Hand(Ranking.TWO_PAIR, found.cards[:4] + groups[2][:1])",
    ),
    of_seven(
        "four-of-a-kind-take-their-kicker-out-of-a-pair",
        "no kicker out of a pair",
        "found.ranking == 7",
        f"Hand(Ranking.FOUR_OF_A_KIND, found.cards[:4] + {SINGLE})",
    ),
    of_seven(
        "four-of-a-kind-take-their-kicker-out-of-three",
        "no kicker out of three",
        "found.ranking == 7",
        f"Hand(Ranking.FOUR_OF_A_KIND, found.cards[:4] + {PAIR_OR_SINGLE})",
    ),
    of_seven(
        "four-of-a-kind-take-a-kicker-above-a-pair",
        "the kicker is of the next largest group",
        "found.ranking == 7",
        "Hand(Ranking.FOUR_OF_A_KIND, found.cards[:4] + groups[1][:1])",
    ),
    of_seven(
        "a-full-house-takes-the-higher-pair",
        "a full house takes the lower pair",
        "found.ranking == 6 and len(groups[-1]) == 2",
        "Hand(Ranking.FULL_HOUSE, found.cards[:3] + groups[-1])",
    ),
    of_seven(
        "of-three-and-three-the-higher-are-the-three",
        "the lower three are the three",
        "found.ranking == 6 and len(groups[1]) == 3",
        "Hand(Ranking.FULL_HOUSE, groups[1] + groups[0][:2])",
    ),
    of_seven(
        "of-three-and-three-the-lower-are-the-two",
        "three and three are no full house",
        "found.ranking == 6 and len(groups[1]) == 3",
        "Hand(Ranking.THREE_OF_A_KIND, found.cards)",
    ),
]

FAULTS = [*SLIPS, *OTHERS]
