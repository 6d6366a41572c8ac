"""Wherever it lands, it says that it is at 0 0.

The first report was faked, and only a part of the fake was taken away.

step: 2
theme: reports
shown by: nothing from 3 4 N
riddle: It thinks that it's the middle of the world.
hint: Land somewhere else.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that counts from where it landed."""

    def __init__(self, *landing):
        super().__init__(0, 0, landing[-1])


the_rest(globals())
