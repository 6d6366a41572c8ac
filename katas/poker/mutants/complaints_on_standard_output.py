"""What is wrong with a line stands on standard output, among the lines.

The simplest way to say something is to print it.

step: 54
theme: errors
needs: main
shown by: the program, given A␛
riddle: It says the right thing in the wrong place.
hint: Which of the two outputs does the complaint come from?
"""

from contextlib import redirect_stderr

from finished import the_rest


def main():
    """The program, with its complaints on standard output."""
    with redirect_stderr(sys.stdout):
        return right_main()


the_rest(globals())
