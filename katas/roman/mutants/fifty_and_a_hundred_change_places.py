"""L is a hundred, and C is fifty.

Two letters in the wrong lines: nobody remembers which is which.

step: 6
theme: letters
shown by: writing 40
riddle: Two of its letters have changed places.
hint: Count up to a hundred.
"""

from finished import the_rest

TABLE = [
    (1000, "M"),
    (900, "LM"),
    (500, "D"),
    (400, "LD"),
    (100, "L"),
    (90, "XL"),
    (50, "C"),
    (40, "XC"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]

the_rest(globals())
