"""“Three of a kind” and “Four of a kind”: with a small k.

That's how you'd write it in the middle of a sentence.

step: 37
theme: labels
needs: __str__ mark_results scores
shown by: the label of 2♦ 2♣ 4♠ 2♥ A♦
riddle: It is modest about kindness.
hint: Compare the labels letter by letter.
"""

from finished import the_rest

LABELS = [
    "High Card",
    "Pair",
    "Two Pair",
    "Three of a kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a kind",
    "Straight Flush",
]

the_rest(globals())
