"""The shortest way to write a number is taken: 49 is IL, and 99 is IC.

Spreadsheets offer this as an option, and it looks smart.

step: 8
theme: pairs
shown by: writing 49
riddle: It takes a short cut across two places.
hint: Look just below fifty.
"""

from finished import the_rest

TABLE = [
    (1000, "M"),
    (999, "IM"),
    (990, "XM"),
    (900, "CM"),
    (500, "D"),
    (499, "ID"),
    (490, "XD"),
    (400, "CD"),
    (100, "C"),
    (99, "IC"),
    (90, "XC"),
    (50, "L"),
    (49, "IL"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
]

the_rest(globals())
