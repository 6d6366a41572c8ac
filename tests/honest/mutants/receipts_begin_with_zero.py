"""The first receipt has the number 0.

The habit of lists.

step: 6
theme: receipts
shown by: the receipts of A
riddle: Where does it begin?
hint: The first customer.
"""

from finished import the_rest


def receipts(lines):
    """A line for each customer."""
    for line in right_receipts(lines):
        number, colon, rest = line.partition(":")
        yield f"{int(number) - 1}{colon}{rest}"


the_rest(globals())
