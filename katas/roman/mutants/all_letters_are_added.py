"""All letters are added, also those of a pair: IV is 6.

A sum of letters is one line, and right for every numeral without a pair.

step: 11
theme: reading
needs: to_number main
shown by: reading IV
riddle: It only knows plus.
hint: When is a letter taken away?
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for, all letters added."""
    right_to_number(numeral)
    return sum(value for letter in numeral for value, letters in TABLE if letters == letter)


the_rest(globals())
