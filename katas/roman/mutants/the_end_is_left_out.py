"""3999 cannot be written.

A range leaves its end out, and somebody has put the largest number there.

step: 9
theme: limits
shown by: writing 3999
riddle: It stops a little before the end.
hint: Ask for the very last one.
"""

from finished import the_rest

WRITABLE = range(1, 3999)

the_rest(globals())
