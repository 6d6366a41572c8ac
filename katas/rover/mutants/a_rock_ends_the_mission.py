"""After a rock, no line of commands is followed.

To give up the rest was taken for the rest of all.

step: 18
theme: the program
needs: main
shown by: the program, given two rocks
riddle: It gives up more than it should.
hint: Give it commands after a rock.
"""

from finished import the_rest


def main():
    """Read a mission, up to the first rock."""
    rocks = []
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
            report = rover.go(values[0])
            print(report)
            if "rock" in report:
                break


the_rest(globals())
