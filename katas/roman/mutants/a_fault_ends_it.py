"""After a line that is wrong no other is converted.

An error is caught outside the loop.

step: 13
theme: the program
needs: main
shown by: the program, given A and V
riddle: It takes offence.
hint: What comes after a mistake?
"""

from finished import the_rest


def main():
    """Lines on standard input, each converted on standard output; up to the first fault."""
    for line in sys.stdin:
        text = line.strip()
        print(answer := converted(text) if text else "")
        if answer.endswith(("is no numeral", "cannot be written")):
            break


the_rest(globals())
