"""Of all rocks, the program knows the last one.

Each line is read into the same name.

step: 18
theme: the program
needs: main
shown by: the program, given two rocks
riddle: What it hears last is all it knows.
hint: Give it two lines with rocks.
"""

from finished import the_rest


def main():
    """Read a mission with one rock."""
    rocks = []
    for line in sys.stdin:
        word, *values = line.split()
        if word == "grid":
            width, height = map(int, values)
        elif word == "rock":
            rocks = [tuple(map(int, values))]
        elif word == "rover":
            rover = Rover(int(values[0]), int(values[1]), values[2])
            rover.grid = Grid(width, height, rocks)
        else:
            print(rover.go(values[0]))


the_rest(globals())
