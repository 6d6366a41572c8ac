"""It reads the height of the grid before its width.

Rows and columns are given in this order elsewhere.

step: 18
theme: the program
needs: main
shown by: the program, given ffffr
riddle: It has the right numbers for the wrong sides.
hint: Give it a grid that isn't a square.
"""

from finished import the_rest


def main():
    """Read a mission, the height first."""
    rocks = []
    for line in sys.stdin:
        word, *values = line.split()
        if word == "grid":
            height, width = map(int, values)
        elif word == "rock":
            rocks.append(tuple(map(int, values)))
        elif word == "rover":
            rover = Rover(int(values[0]), int(values[1]), values[2])
            rover.grid = Grid(width, height, rocks)
        else:
            print(rover.go(values[0]))


the_rest(globals())
