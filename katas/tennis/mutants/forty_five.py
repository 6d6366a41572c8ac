"""Three points are called forty-five.

Fifteen, thirty, forty-five: the list was continued as it seemed to go on.

step: 0
theme: words
shown by: Game: AAA
riddle: It counts too well.
hint: Which word does not follow from the two before it?
"""

from finished import the_rest

WORDS = ["love", "fifteen", "thirty", "forty-five"]


the_rest(globals())
