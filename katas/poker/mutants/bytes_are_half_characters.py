"""Bytes that are no UTF-8 are quoted as what Python makes of them, \\udce9.

They came in as characters, and a character that cannot be printed has an escape.

step: 90
theme: errors
needs: main
shown by: the program, given A‹U+DCE9›
riddle: It shows you something that is not in your file.
hint: Look for what it says with an editor of bytes.
"""

from finished import the_rest


def escaped(fault):
    """A fault in printable characters."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in str(fault))


the_rest(globals())
