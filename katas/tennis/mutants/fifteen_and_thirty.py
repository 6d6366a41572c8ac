"""Fifteen and thirty have changed places.

The ladder became a list, and two of its rungs were swapped.

step: 0
theme: words
shown by: Game: A
riddle: It has its second thing first.
hint: Listen to the first point, and to the second.
"""

from finished import the_rest

WORDS = ["love", "thirty", "fifteen", "forty"]


the_rest(globals())
