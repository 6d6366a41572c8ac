"""After a rock it follows no command any more.

That it was stopped is remembered, and nothing takes it back.

step: 13
theme: rocks
shown by: f, then f from 5 5 N on a grid of 12 by 12, rock at 5 6
riddle: It is easily offended.
hint: Send commands again, after a rock.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that stays stopped."""

    stopped = False

    def go(self, commands):
        """Follow the commands, up to the first rock of its life."""
        if self.stopped:
            return self.report()
        report = super().go(commands)
        self.stopped = "rock" in report
        return report


the_rest(globals())
