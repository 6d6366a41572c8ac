"""How a program in any language has ended, in words."""

import re
import signal

# Below such a line, some languages print where it happened, or their own version.
NAMES_AN_ERROR = re.compile("error|exception|panic", re.IGNORECASE)


def describe_output(printed: str) -> str:
    """Say what a program prints in place of what was expected."""
    if not printed:
        return "prints nothing"
    # in place of bytes that are not UTF-8
    if "\ufffd" in printed:
        return "prints something that is not UTF-8"
    return "prints something else"


def describe_status(status: int) -> str:
    """Return `status 3`, or the name of the signal that ended it."""
    if status >= 0:
        return f"status {status}"
    return signal.strsignal(-status) or f"signal {-status}"


def last_error(complaint: str) -> str:
    """Return the line in which a program says what broke: the last that names an error, else the last one."""
    lines = [line for line in complaint.splitlines() if line.strip()]
    if not lines:
        return ""
    naming = [line for line in lines if not line[0].isspace() and NAMES_AN_ERROR.search(line)]
    last = naming[-1] if naming else lines[-1]
    return f", {last.strip()}"


def normalize_line_ends(text: str) -> str:
    """Return a text as it is compared: with any line ends, and with or without one at its end."""
    return text.replace("\r\n", "\n").removesuffix("\n")
