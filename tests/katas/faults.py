r"""What each case is made to catch: a row for each, whose fault the case of that name does not pass.

`case: mutant` names a mutant of the story. `case: old => new` plants `new` in the right program, in place of
the one `old`: `…` stands for the old text again, `⏎` for the end of a line, and a row goes on further in. The
mutants see to most of the rest: each that breaks a rule of a kata is caught by a case of it.
"""

OF_SEVEN = """\
    fives = sorted(map(hand, combinations(dealt, 5)))
    rank, top = fives[-1]
    groups = largest_group_first(grouped_by_value(highest_first(dealt)))
    singles = [group[0] for group in groups if len(group) == 1]
    small = sorted((group[0] for group in groups if len(group) < 3), reverse=True)
    values = [card.value for card in dealt]
    suited = max((highest_first(c for c in dealt if c.suit == suit) for suit in SUITS), key=len)
    straights = [five for five in fives if five.ranking == Ranking.STRAIGHT]
    without_wheel = [five for five in straights if five.cards[-1].value < 14]
    made = lambda ranking, cards: Hand(Ranking(ranking), cards)
    return {instead} if {found} else fives[-1]
"""
BEST = "    return max(hand(five) for five in combinations(dealt, 5))\n"

HOLDEM = r"""
suits-break-no-tie: suits_break_ties
a-last-kicker-counts-before-any-suit: suits_break_ties
three-kings-and-two-nines-are-no-straight: kings_over_nines_are_a_straight
a-straight-beats-three-of-a-kind: only_the_wheel_is_a_straight
of-two-equal-pairs-the-higher-kicker-wins: best_is_only_a_ranking
two-pair-beat-a-pair: two_pairs
the-wheel-is-a-straight: no_wheel
the-highest-card-decides: cards_that_cannot_be_compared
a-pair-counts-before-a-higher-kicker: compared_from_the_highest_card
in-a-full-house-the-three-count-before-the-two: full_house_by_its_pair
three-of-a-kind-beat-two-pair: three_of_a_kind_crash
the-wheel-is-the-lowest-straight: wheel_counts_its_ace_high
the-wheel-in-one-suit-is-the-lowest-straight-flush: wheel_in_one_suit_ace_high
then-the-second-card: first_equal_values_draw
the-wheel-in-one-suit-is-a-straight-flush: no_wheel_in_one_suit
fewer-than-seven-cards-come-back-as-they-are: six_cards_are_enough
a-pair-wherever-its-cards-stand: best_of_the_first_five
a-full-house-beats-a-flush: full_house_is_three_of_a_kind
four-of-a-kind-beat-a-full-house: two_groups_are_a_full_house
a-straight-flush-beats-four-of-a-kind: straight_flush_is_a_flush
down-to-the-fifth-card: high_card_without_the_fifth
of-two-pair-the-higher-pair-counts-first: two_pair_by_the_lower
then-the-lower-pair-before-the-kicker: two_pair_kicker_before_the_lower
the-second-kicker-of-three-of-a-kind-counts: three_without_the_last_kicker
the-fifth-card-of-a-flush-counts: flush_without_the_fifth
four-cards-of-one-suit-are-no-flush: flush_of_first_four
a-flush-in-every-suit: flush_not_of_diamonds
every-straight-up-to-the-ace: no_straight_to_the_ace
a-royal-flush-is-a-straight-flush: royal_flush
a-straight-and-a-flush-of-different-cards-are-a-flush: straight_and_flush_of_different_fives
of-three-pairs-the-third-may-be-the-kicker: third_pair_is_no_kicker
a-full-house-takes-the-higher-pair: full_house_of_the_lower_pair
of-three-and-three-the-lower-are-the-two: two_trips_are_three_of_a_kind
an-empty-line-stays-empty: if mark else line => if mark else line if line.strip() else ""
seven-cards-get-a-label-and-win-alone: "High Card",⏎ => "High card",⏎
seven-cards-get-a-label-and-win-alone: if result == winner: => if result is winner is None:
only-the-best-ranking-wins: if result == winner: => if winner:
a-flush-beats-a-straight: "Flush",⏎ => "flush",⏎
the-example-of-the-statement: results, faults = judge(lines, => lines = lines[:4]⏎    …
a-folded-hand-does-not-win-however-good-it-is: is not None), => is not None and (results[0] or results[2:])),
a-straight-does-not-go-round-the-corner: a.value - e.value == 4 => (… or b.value == 13 and d.value < 5)
"""

BEST_OF_SEVEN = """
the-sixth-and-seventh-card-do-not-count: dealt => made(rank, top + highest_first(dealt))
a-straight-across-a-pair: rank == 4 and len(set(values)) < 7 => made(1, top)
a-straight-of-six-takes-its-highest-five: rank == 4 => (without_wheel or straights)[0]
a-wheel-gives-way-to-a-straight-to-the-six: rank == 4 and 14 in values and 5 in values => straights[0]
a-flush-of-six-takes-its-highest-five: rank == 5 => made(5, suited[-5:])
a-straight-flush-under-a-higher-straight: rank == 8 and top[0].value + 1 in values => made(5, suited[:5])
of-three-pairs-a-higher-card-is-the-kicker: rank == 2 => made(2, top[:4] + groups[2][:1])
four-of-a-kind-take-their-kicker-out-of-a-pair: rank == 7 => made(7, top[:4] + singles[:1])
four-of-a-kind-take-their-kicker-out-of-three: rank == 7 => made(7, top[:4] + small[:1])
four-of-a-kind-take-a-kicker-above-a-pair: rank == 7 => made(7, top[:4] + groups[1][:1])
of-three-and-three-the-higher-are-the-three: rank == 6 and len(groups[1]) == 3 => made(6, groups[1] + top[:2])
"""
"""Where seven cards have something, the program takes something else for the best five of them."""

LADDER = """
an-empty-line-is-no-hand: for line in given] => for line in given if line.strip()]
"""
TWO_HANDS = """
names-with-digits-hyphens-and-apostrophes: if left and right: =>
    if f"{left}{right}".replace(" ", "").isalpha():
"""
DEALS = """
any-white-space-lies-between-cards: replace(BYTE_ORDER_MARK, " ").split():⏎ => strip().split(" "):⏎
"""

ROMAN = r"""
an-empty-line-stays-empty: in sys.stdin: => in sys.stdin.read().strip().splitlines():
an-empty-line-stays-empty: an_empty_line_is_wrong
one-is-a-letter: 0 < number => 1 < number
two-and-three-are-that-letter-again: return numeral => return numeral.replace("III", "IIV")
five-has-a-letter-of-its-own: while number >= value: => while number > value or number == value != 5:
ten-has-one-too-and-it-is-repeated: while number >= value: => while number > value or number == value != 10:
larger-numbers-have-their-letters: while number >= value: => while number > value or number == value != 500:
the-largest-letter-comes-first: return numeral => return numeral.replace("LX", "XL")
four-is-a-pair: return numeral => return numeral.replace("IV", "IIII")
nine-is-a-pair: return numeral => return numeral.replace("XIX", "IXX")
tens-and-hundreds-have-pairs-too: return numeral => return numeral.replace("CD", "CCCC")
pair-after-pair: return numeral => return numeral.replace("XLIX", "IL")
three-thousand-nine-hundred-and-ninety-nine-is-the-last: number < 4000 => number < 3999
four-thousand-cannot-be-written: number < 4000 => number <= 4000
zero-cannot-be-written: nothing_for_zero
leading-zeros-do-not-count: [0-9]+ => 0?[1-9][0-9]*|0
leading-zeros-are-not-in-a-message: return written(int(line)) => ….replace(f"{int(line)} ", f"{line} ")
a-number-may-have-thirty-digits: int(line) => int(float(line))
a-number-may-have-thirty-digits: [0-9]+ => [0-9]{1,9}
a-numeral-is-the-sum-of-its-letters: rest = 0, numeral => rest = 0, re.sub("VI$", "IV", numeral)
a-smaller-letter-in-front-is-taken-away: rest = 0, numeral => rest = 0, numeral.replace("XL", "LX")
the-last-numeral-is-read: fullmatch(NUMERAL, numeral) => … or numeral == "MMMCMXCIX"
no-letter-stands-four-times: any_number_of_strokes
no-letter-stands-four-times: M{0,3} => M{0,4}
v-l-and-d-stand-once: fives_may_come_twice
a-letter-is-taken-from-the-next-two-alone: fullmatch(NUMERAL => fullmatch(f"{NUMERAL}|I[LCDM]|X[DM]"
v-l-and-d-are-never-taken-away: fullmatch(NUMERAL => fullmatch(f"{NUMERAL}|VX|LC|DM"
one-letter-is-taken-away-and-not-two: two_letters_are_taken_away
after-a-pair-its-letters-do-not-come-again: a_pair_and_more
a-pair-stands-once: (IX|IV|V?I{0,3}) => ((IX|IV)*|V?I{0,3})
a-pair-does-not-follow-its-five: a_pair_after_its_five
small-letters-are-no-numerals: fullmatch(NUMERAL, numeral) => fullmatch(NUMERAL, numeral.upper())
no-other-letter-is-a-numeral: NUMERAL, numeral) => NUMERAL, re.sub("[ABE-HJKN-UWYZ]", "", numeral))
nothing-but-digits-is-a-number: [0-9]+ => [+-]?[0-9]+
digits-of-other-scripts-make-no-number: digits_of_any_alphabet
white-space-around-a-line-does-not-count: line.strip() => line.strip(" \n")
white-space-within-a-line-counts: line.strip() => "".join(line.split())
a-line-of-white-space-comes-back-empty: converted(line.strip()) => … if line.strip() or line == "\n" else "?"
a-line-may-end-as-in-windows: in sys.stdin: => in (b.decode().replace("\r", "_") for b in sys.stdin.buffer):
the-last-line-may-have-no-end: the_last_line_needs_an_end
after-a-wrong-line-the-others-go-on: for line in sys.stdin:⏎        print(converted(line.strip())) =>
    wrong = 0⏎    for line in sys.stdin:⏎        wrong = wrong or "no numeral" in str(converted(line.strip()))
    ⏎        print(f"{line.strip()} is no numeral" if wrong else converted(line.strip()))
the-sample-of-the-statement: in sys.stdin: => in list(sys.stdin)[:7]:
"""


def planted(program, old, new):
    """The program with a fault in it."""
    old, new = old.replace("⏎", "\n"), new.replace("…", old).replace("⏎", "\n")
    assert program.count(old) == 1, f"there is {program.count(old)} times {old!r}"
    return program.replace(old, new)


def rows(table, program, mutants):
    """The rows of a table: each case, and the program with the fault that it is made for."""
    for line in table.strip().replace("\n    ", " ").splitlines():
        case, _, fault = line.partition(": ")
        old, arrow, new = fault.partition(" => ")
        if not arrow:
            yield case, mutants[fault].whole
        elif table == BEST_OF_SEVEN:
            yield case, planted(program, BEST, OF_SEVEN.format(found=old, instead=new))
        else:
            yield case, planted(program, old, new)
