"""Only the first line is converted.

Asked for a line, it gives a line, and it is asked once.

step: 13
theme: the program
needs: main
shown by: the program, given I and V
riddle: It answers, and it is gone.
hint: Ask more than once.
"""

from finished import the_rest


def main():
    """Lines on standard input, each converted on standard output; the first one."""
    if line := sys.stdin.readline():
        print(converted(line.strip()) if line.strip() else "")


the_rest(globals())
