"""Names for folders and modules, made of any text."""

import re
import unicodedata


def in_plain_letters(text: str, between: str) -> str:
    """The letters a to z and the digits of a text, with one sign in place of all others."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", between, plain).strip(between)
