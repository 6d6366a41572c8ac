"""The keys of `make watch`: which there are, and what an attempt calls its verbs where they can be typed."""

import re
from dataclasses import dataclass

from dojo.attempt.attempts import Attempt

KEYS = {"n": "next", "h": "hint", "w": "where", "u": "undo to green", "q": "quit"}
"""What each is for; the watching process hears the last one itself."""
LINE = " · ".join(f"{key} {what}" for key, what in KEYS.items())
DRAW = "\f"
"""What Ctrl-L sends: the screen is drawn anew."""
VERBS = {"next": "n", "hint": "h", "where": "w"}
SEQUENCE = re.compile("\x1b(\\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""What an arrow sends, for example: no key of ours, though letters are in it."""


@dataclass(frozen=True)
class WithKeys(Attempt):
    """An attempt that is watched where keys can be typed: `n` says `make next`."""

    def command(self, verb: str) -> str:
        """The key of a verb, or where it has none, the verb as it is typed elsewhere."""
        return VERBS.get(verb) or super().command(verb)


def instead(attempt: Attempt) -> Attempt:
    """The same attempt, whose verbs are keys."""
    return WithKeys(attempt.folder, attempt.story, attempt.kata, attempt.is_last)


def typed(text: bytes) -> str:
    """The keys among what a terminal has sent, in small letters; what an arrow or Return sends is none."""
    plain = SEQUENCE.sub("", text.decode(errors="ignore"))
    return "".join(key for key in plain.lower() if key == DRAW or (key.isprintable() and not key.isspace()))


def unknown(key: str) -> str:
    """Which keys there are, in a line."""
    return f"The keys: {LINE}" if key == "?" else f"{key} is none of the keys: {LINE}"
