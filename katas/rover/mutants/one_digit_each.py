"""Of each number, only the first digit counts.

Characters were taken by their places, and all examples were small.

step: 18
theme: the program
needs: main
shown by: the program, given a grid of 300 by 100
riddle: It stops counting early.
hint: Give it a number above nine.
"""

from finished import the_rest


def main():
    """Read a mission, a digit for each number."""
    rocks = []
    for line in sys.stdin:
        word, *values = line.split()
        if word == "grid":
            width, height = (int(value[0]) for value in values)
        elif word == "rock":
            rocks.append(tuple(map(int, values)))
        elif word == "rover":
            rover = Rover(int(values[0][0]), int(values[1][0]), values[2])
            rover.grid = Grid(width, height, rocks)
        else:
            print(rover.go(values[0]))


the_rest(globals())
