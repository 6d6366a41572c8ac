"""What a verb cannot do, in one line."""


class Mistake(Exception):
    """What is asked for cannot be had; the message says what to ask for instead."""


class Trouble(Exception):
    """What ought to work does not; the message says what, and why."""


def plainly(error: BaseException) -> str:
    """What went wrong, without the number of an error of the system."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


class Broken(Trouble):
    """A suite that cannot be collected at all; the message says why."""
