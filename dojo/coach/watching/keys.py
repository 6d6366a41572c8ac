"""The keys of `make watch`, and how an attempt names its verbs if keys can be typed."""

import re
from dataclasses import dataclass

from dojo.attempt.attempt import Attempt

KEYS = {"n": "next", "h": "hint", "w": "where", "u": "undo to green", "q": "quit"}
"""The use of each key; the watching process itself hears the last one."""
LINE = " · ".join(f"{key} {what}" for key, what in KEYS.items())
DRAW = "\f"
"""What Ctrl-L sends: the screen is drawn anew."""
VERBS = {"next": "n", "hint": "h", "where": "w"}
SEQUENCE = re.compile("\x1b(\\[[0-?]*[ -/]*[@-~]|O.|.)?", re.DOTALL)
"""An arrow sends this, for example: it has letters, and is no key of ours."""


@dataclass(frozen=True)
class WithKeys(Attempt):
    """An attempt in `make watch` at a terminal: `n` stands for `make next`."""

    def command(self, verb: str) -> str:
        """The key of a verb, or if it has none, the verb as one types it elsewhere."""
        return VERBS.get(verb) or super().command(verb)


def instead(attempt: Attempt) -> Attempt:
    """The same attempt, with keys for verbs."""
    return WithKeys(attempt.folder, attempt.story, attempt.kata, attempt.is_last)


def typed(text: bytes) -> str:
    """The keys in the text that a terminal has sent, in small letters; an arrow or Return is no key."""
    plain = SEQUENCE.sub("", text.decode(errors="ignore"))
    return "".join(key for key in plain.lower() if key == DRAW or (key.isprintable() and not key.isspace()))


def unknown(key: str) -> str:
    """Which keys there are, in a line."""
    return f"The keys: {LINE}" if key == "?" else f"{key} is none of the keys: {LINE}"
