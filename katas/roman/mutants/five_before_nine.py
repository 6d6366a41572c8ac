"""The table is not in order, and nine becomes VIV.

New rows are put at the end of their letters, and nobody asks which is looked at first.

step: 8
theme: pairs
shown by: writing 9
riddle: All that it needs is there, and is not found in time.
hint: What does it write between 8 and 10?
"""

from finished import the_rest

TABLE = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (5, "V"),
    (9, "IX"),
    (4, "IV"),
    (1, "I"),
]

the_rest(globals())
