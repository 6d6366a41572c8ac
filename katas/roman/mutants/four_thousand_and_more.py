"""4000 is MMMM, and 4999 is the end.

The rule that nothing stands four times is known, but who thinks of the last letter?

step: 9
theme: limits
shown by: writing 4000
riddle: It goes too far by a letter.
hint: What is the first number that there are no letters for?
"""

from finished import the_rest

WRITABLE = range(1, 5000)

the_rest(globals())
