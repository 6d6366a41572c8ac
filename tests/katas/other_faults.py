"""Faults to plant in a program for the ladder, two hands and deals, each with the case that is made for it.

The mutants see to the rest: each that breaks a rule of a kata is caught by a case of it.
"""

from katas.fault import fault

LADDER = [
    fault(
        "an-empty-line-is-no-hand",
        "an empty line is left out without a word",
        "strip() for line in came]\n",
        "strip() for line in came if line.strip()]\n",
    ),
]

TWO_HANDS = [
    fault(
        "names-with-digits-hyphens-and-apostrophes",
        "a name has letters and nothing else",
        " if left and right:\n",
        ' if f"{left}{right}".replace(" ", "").isalpha():\n',
    ),
]

DEALS = [
    fault(
        "any-white-space-lies-between-cards",
        "nothing but a blank parts two cards",
        'replace(BYTE_ORDER_MARK, " ").split():\n',
        'strip().split(" "):\n',
    ),
]
