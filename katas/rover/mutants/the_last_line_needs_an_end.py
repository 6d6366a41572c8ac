"""Where the last line has no line end, its last command is lost.

The line end is cut off without a look at it.

step: 18
theme: the program
needs: main
shown by: the program, given f without a line end
riddle: It always takes something away.
hint: Which line is different from all others?
"""

from finished import the_rest


def main():
    """Read a mission, each line without its last character."""
    rocks = []
    for line in sys.stdin:
        word, *values = line[:-1].split()
        if word == "grid":
            width, height = map(int, values)
        elif word == "rock":
            rocks.append(tuple(map(int, values)))
        elif word == "rover":
            rover = Rover(int(values[0]), int(values[1]), values[2])
            rover.grid = Grid(width, height, rocks)
        else:
            print(rover.go("".join(values)))


the_rest(globals())
