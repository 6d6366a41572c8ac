"""A line comes back with a line feed, whatever it ended with.

A line is stripped, and print ends it anew.

step: 88
theme: spellings
needs: main
shown by: the program, given A♣␍␊
riddle: It is at home in one country only.
hint: A file that somebody has saved on Windows.
"""

from finished import the_rest


def run_holdem(given):
    """Write each line with a line feed at its end; give back the faults."""
    return right_run_holdem(line.replace("\r\n", "\n") for line in given)


the_rest(globals())
