"""Five hundred has no letter of its own.

Of the seven letters D is the one that is forgotten first.

step: 6
theme: letters
shown by: writing 500
riddle: It counts on where it should change over.
hint: Try all the letters, one after the other.
"""

from finished import the_rest

TABLE = [
    (1000, "M"),
    (900, "CM"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]

the_rest(globals())
