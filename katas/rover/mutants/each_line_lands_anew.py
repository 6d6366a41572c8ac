"""Each line of commands begins where the rover landed.

The rover is made where it is needed: in the line that sends it commands.

step: 18
theme: the program
needs: main
shown by: the program, given f and f
riddle: It begins again and again.
hint: Give it two lines of commands.
"""

from finished import the_rest


def main():
    """Read a mission, with a new rover for each line of commands."""
    rocks = []
    for line in sys.stdin:
        word, *values = line.split()
        if word == "grid":
            width, height = map(int, values)
        elif word == "rock":
            rocks.append(tuple(map(int, values)))
        elif word == "rover":
            x, y, heading = values
        else:
            rover = Rover(int(x), int(y), heading)
            rover.grid = Grid(width, height, rocks)
            print(rover.go(values[0]))


the_rest(globals())
