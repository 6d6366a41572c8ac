"""What begins with a digit is taken for a number: 1_0 is X, and Python complains of 3.0.

To look at the first character is enough for every number, and for every numeral.

step: 13
theme: the program
needs: main
shown by: the program, given 1_0
riddle: It judges a line by its beginning.
hint: The statement says what a number is made of.
"""

from finished import the_rest


def converted(text):
    """A line, converted; with all that begins with a digit as a number."""
    if not "0" <= text[0] <= "9":
        return right_converted(text)
    try:
        return to_roman(int(text))
    except ValueError as fault:
        return str(fault)


the_rest(globals())
