"""After a faulty line the status is 0.

The line was named, and so everything has been said.

step: 61
theme: errors
needs: main
shown by: the program, given ␊1♣
riddle: It tells you, and does not tell the shell.
hint: What does the program leave behind when it ends?
"""

from finished import the_rest


def main():
    """The program; only a kata that is none is a failure."""
    status = right_main()
    return 0 if status == 1 else status


the_rest(globals())
