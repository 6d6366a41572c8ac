"""All reports are on one line.

The reports are joined at the end.

step: 18
theme: the program
needs: main
shown by: the program, given a landing
riddle: It doesn't stop between sentences.
hint: Count the lines that it writes.
"""

from finished import the_rest


def main():
    """Read a mission, and write one line."""
    rocks, reports = [], []
    for line in sys.stdin:
        word, *values = line.split()
        if word == "grid":
            width, height = map(int, values)
        elif word == "rock":
            rocks.append(tuple(map(int, values)))
        elif word == "rover":
            rover = Rover(int(values[0]), int(values[1]), values[2])
            rover.grid = Grid(width, height, rocks)
        else:
            reports.append(rover.go(values[0]))
    print(*reports)


the_rest(globals())
