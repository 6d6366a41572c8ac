"""KC is no card: suits have to be drawn.

Not everybody can type a club.

step: 40
theme: spellings
shown by: reading KC
riddle: It insists on drawings.
hint: How would you type a card without pictures?
"""

from finished import the_rest

SUIT_LETTERS = {}

the_rest(globals())
