"""Bytes that are no UTF-8 come back as question marks.

Python offers to replace what it cannot read, and so nothing breaks.

step: 88
theme: errors
needs: main
shown by: the program, given A‹U+DCE9›
riddle: It asks about what it should hand back.
hint: A name with an accent, in a file from the last century.
"""

from finished import the_rest


def keep_bytes_as_is():
    """Line ends are not translated; bytes that are no UTF-8 are replaced."""
    right_keep_bytes_as_is()
    sys.stdin.reconfigure(errors="replace")


the_rest(globals())
