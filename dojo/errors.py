"""What a verb cannot do, in one line."""


class UsageError(Exception):
    """What is asked for cannot be had; the message says what to ask for instead."""


class EnvironmentProblem(Exception):
    """What ought to work does not; the message says what, and why."""


def describe_error(error: BaseException) -> str:
    """What went wrong, without the number of an error of the system."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    return str(error)


NO_TESTS = "pytest: no tests ran"


class CollectionError(EnvironmentProblem):
    """A suite that cannot be collected at all; the message says why."""

    def __init__(self, why: str, file: str = "", line: int = 0) -> None:
        super().__init__(f"{file}: {why}" if file else why)
        self.why, self.file, self.line = why, file, line
        """The file is named as pytest does it, and the line is 0 if it is not known."""
