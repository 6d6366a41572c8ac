"""What is wrong with a line goes to standard error.

So do most programs, and the statement wants it otherwise.

step: 13
theme: the program
needs: main
shown by: the program, given i
riddle: It complains, and you hear it in another place.
hint: Look at where the answer arrives.
"""

from finished import the_rest


def main():
    """Lines on standard input, each converted on standard output; faults on standard error."""
    for line in sys.stdin:
        text = line.strip()
        answer = converted(text) if text else ""
        wrong = answer.endswith(("is no numeral", "cannot be written"))
        print(answer, file=sys.stderr if wrong else sys.stdout)


the_rest(globals())
