"""No points are called nil.

The list of words was typed anew, by somebody who prefers football.

step: 0
theme: words
shown by: Game: nothing
riddle: It has no heart.
hint: What is called when a player has no point?
"""

from finished import the_rest

WORDS = ["nil", "fifteen", "thirty", "forty"]


the_rest(globals())
