"""After a rock it follows no command any more.

That it was stopped is remembered, and nothing takes it back.

step: 13
theme: rocks
shown by: f, then nothing from 5 5 N on a grid of 12 by 12, rock at 5 6
riddle: It is easily offended.
hint: Send commands again, after a rock.
"""

from finished import right_Rover, the_rest


class Rover(right_Rover):
    """A rover that stays stopped."""

    stopped = ""

    def go(self, commands):
        """Follow the commands, up to the first rock of its life."""
        self.stopped = self.stopped or super().go(commands)
        if "rock" in self.stopped:
            return self.stopped
        report, self.stopped = self.stopped, ""
        return report


the_rest(globals())
