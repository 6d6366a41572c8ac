"""V, L and D may stand twice: VV is 10.

All letters get the same rule, and it is that of I, X, C and M.

step: 12
theme: what is no numeral
needs: to_number main
shown by: reading VV
riddle: It treats all letters alike.
hint: Which letters may not even stand twice?
"""

from finished import the_rest


def to_number(numeral):
    """The number that a numeral stands for; also with two fives."""
    plain = numeral.replace("VV", "V", 1).replace("LL", "L", 1).replace("DD", "D", 1)
    right_to_number(plain)
    if read(numeral) not in WRITABLE:
        raise ValueError(f"{numeral} is no numeral")
    return read(numeral)


the_rest(globals())
