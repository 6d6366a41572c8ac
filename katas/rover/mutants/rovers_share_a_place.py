"""All rovers are where the last one has landed or gone.

The place stands in the class, where all rovers find it.

step: 2
theme: moves
shown by: nothing, while another rover goes
riddle: It thinks that it's the only one.
hint: Land two of them.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that has its place in the class."""

    def __setattr__(self, name, value):
        if name in ("x", "y"):
            setattr(Rover, name, value)
        else:
            super().__setattr__(name, value)


the_rest(globals())
