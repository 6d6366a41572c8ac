"""Of several faulty lines the first one is named.

With one fault there is enough to mend.

step: 59
theme: errors
needs: main
shown by: the program, given 1♣␊1♦
riddle: It complains once, and then holds its tongue.
hint: Two faulty lines, and read standard error to its end.
"""

from finished import the_rest


def read_all(lines, read):
    """What is read from each line, and what is wrong with the first faulty one."""
    results, faults = right_read_all(lines, read)
    return results, faults[:1]


the_rest(globals())
