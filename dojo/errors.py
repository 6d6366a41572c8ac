"""What a verb cannot do, in one line."""


class Mistake(Exception):
    """What is asked for cannot be had; the message says what to ask for instead."""


class Trouble(Exception):
    """What ought to work does not; the message says what, and why."""


class Broken(Trouble):
    """A suite that cannot be collected at all; the message says why."""
