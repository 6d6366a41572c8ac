"""Only the first line of commands is followed.

After a report the program is done, as after an answer.

step: 18
theme: the program
needs: main
shown by: the program, given f and f
riddle: It has said its piece.
hint: Give it two lines of commands.
"""

from finished import the_rest


def main():
    """Read a mission, up to its first report."""
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
            print(rover.go(values[0]))
            break


the_rest(globals())
