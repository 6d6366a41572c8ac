"""Small letters are read like capitals: iv is 4.

It's kind to accept what was meant, but the rules don't ask for kindness.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading i
riddle: It is kinder than the rules.
hint: Change how the letters look, and nothing else.
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for, in letters of any size."""
    return right_to_number(numeral.upper())


the_rest(globals())
