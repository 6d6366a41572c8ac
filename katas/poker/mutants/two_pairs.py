"""Two pair are called “Two Pairs”.

Poker Hand's own tests ask for it; its customer asked for “Two Pair”.

step: 37
theme: labels
needs: __str__ mark_results scores showdown
shown by: the label of 3♦ 3♣ 2♠ 2♥ 4♦
riddle: One letter too many.
hint: Are all nine labels in your tests, and as the customer writes them?
"""

from finished import the_rest

LABELS = [
    "High Card",
    "Pair",
    "Two Pairs",
    "Three of a Kind",
    "Straight",
    "Flush",
    "Full House",
    "Four of a Kind",
    "Straight Flush",
]

the_rest(globals())
