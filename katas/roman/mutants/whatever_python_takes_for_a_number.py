"""Whatever Python reads as a number is one: -1, and 1_000 as well.

It tries to read a number, and takes what cannot be read for a numeral.

step: 13
theme: the program
needs: main
shown by: the program, given -1
riddle: It leaves the question to somebody who is generous.
hint: What else do you write with digits?
"""

from finished import the_rest


def converted(text):
    """A line, converted; a number is what Python says."""
    try:
        return to_roman(int(text))
    except ValueError as fault:
        return str(fault) if "written" in str(fault) else right_converted(text)


the_rest(globals())
