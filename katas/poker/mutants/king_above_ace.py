"""A king beats an ace.

In many games the king is the highest card, and here it stayed that way.

step: 4
theme: reading cards
shown by: A♣ against K♠
riddle: The crown does not want to give way.
hint: Compare the two highest cards.
"""

from finished import the_rest

VALUES = "23456789TJQAK"

the_rest(globals())
