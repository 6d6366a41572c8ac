"""With a zero in front a line is no number: 007 is no numeral.

A pattern for numbers that begins with 1 to 9.

step: 13
theme: the program
needs: main
shown by: the program, given 007
riddle: It does not recognise an agent.
hint: What may stand in front of a number, and does not count?
"""

from finished import the_rest


def converted(text):
    """A line, converted; not with a zero in front."""
    return f"{text} is no numeral" if text[0] == "0" < text else right_converted(text)


the_rest(globals())
