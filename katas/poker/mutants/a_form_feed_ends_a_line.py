"""A form feed ends a line, and so does what Unicode calls a line separator.

In Python splitlines knows more line ends than any editor.

step: 88
theme: spellings
needs: main
shown by: the program, given A♣␌1♦
riddle: It begins anew where everybody else goes on.
hint: Which white space divides cards, and no lines?
"""

from finished import the_rest


def run_holdem(given):
    """Write the parts of each line, with their marks; give back the faults."""
    return right_run_holdem("".join(given).splitlines(keepends=True))


the_rest(globals())
