"""After the last line there is always a line end.

Each line that is printed has one.

step: 88
theme: spellings
needs: main
shown by: the program, given A♣
riddle: It must have the last word, though it says nothing.
hint: Take away the very last character of the file.
"""

from finished import the_rest


def run_holdem(given):
    """Write each line with its line end, the last one too; give back the faults."""
    return right_run_holdem(line if line.endswith(("\n", "\r")) else f"{line}\n" for line in given)


the_rest(globals())
