"""Law 6: what is read is what is there. Files are UTF-8 with LF, and no letter looks like another one."""

import ast
import builtins
import io
import re
import tokenize
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from dojo.gate.evidence import Evidence
from dojo.gate.violation import Violation, split
from dojo.story.compiled import NO_PYTHON, parsed

Noted = Iterator[tuple[int, str]]
"""Lines, and what is wrong with them."""

MARK = b"\xef\xbb\xbf"
DECLARED = re.compile(rb"\A(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029]")
UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0]"
    "|(?<![^\x00-\x7f])[\u200c\u200d]"  # these two join letters of some scripts, and emoji
    "|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0000-\U000e007f]"  # these spell flags
)
"""Letters that reverse the direction of a text, or take no room in it."""

LOOKS_LIKE = str.maketrans(
    "\u0430\u0410\u0412\u0441\u0421\u0435\u0415\u041d\u0456\u0406\u0458\u0408\u041a\u041c\u043e\u041e\u0440\u0420"
    "\u0455\u0405\u0422\u0443\u0423\u0445\u0425\u0501\u051b\u051d\u04bb"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03bf\u03a1\u03a4\u03a5\u03a7\u03bd\u03f2"
    "\u0131\u0251\u0261\u0585",
    "aABcCeEHiIjJKMoOpPsSTyYxXdqwhABEZHIKMNOoPTYXvciago",
)
"""Cyrillic, Greek and other letters, and the Latin ones that they look like."""
FOREIGN = frozenset(map(chr, LOOKS_LIKE))
WORD = re.compile(r"\w+")


def check(evidence: Evidence) -> Iterator[Violation]:
    """Everything in the files of the steps and of the suite that is not what it looks like."""
    story = evidence.story
    for step in story.steps:
        for file in filter(Path.is_file, step.files):
            yield from (
                Violation(6, file, line, *split(what), step=step.name) for line, what in of_code(file)
            )
        if step.readme.is_file():
            text = step.readme.read_text(encoding="utf-8", errors="replace")
            yield from (
                Violation(6, step.readme, line, *split(what), step=step.name) for line, what in of_text(text)
            )
    for file in sorted(story.suite.rglob("*.py")):
        if file.is_file():
            yield from (Violation(6, file, line, *split(what)) for line, what in of_code(file))


def of_code(file: Path) -> Noted:
    """What is wrong with a Python file. If the bytes are wrong, nobody looks at the letters."""
    source = file.read_bytes()
    wrong = list(of_bytes(source))
    yield from wrong
    if not wrong:
        text = source.decode()
        yield from of_indents(text)
        if not text.isascii():
            yield from of_text(text)
            yield from of_names(text)


def of_bytes(source: bytes) -> Noted:
    """UTF-8 without a mark, LF, and no control characters."""
    if source.startswith(MARK):
        yield 1, "begins with a byte order mark; save it as UTF-8 without one"
    declared = DECLARED.match(source)
    if declared and declared[1].lower().replace(b"_", b"-") not in (b"utf-8", b"utf8"):
        yield 1, f"says that it is {declared[1].decode()}: Python files here are UTF-8; remove that"
    if b"\r" in source:
        end = "CRLF" if b"\r\n" in source else "CR"
        yield source[: source.index(b"\r")].count(b"\n") + 1, f"ends with {end}; save it with LF"
    try:
        text = source.decode()
    except UnicodeDecodeError as error:
        line = source[: error.start].count(b"\n") + 1
        yield line, f"is not UTF-8, because of the byte {source[error.start]:02x}; save it as UTF-8"
    else:
        for found in CONTROL.finditer(text):
            if found[0] != "\r":
                yield (
                    line_of(text, found),
                    f"has the control character {shown(found[0])}; {as_escape(found[0])}",
                )


def of_indents(text: str) -> Noted:
    """Tabs or spaces, and not both."""
    if not re.search(r"^ *\t", text, re.MULTILINE):
        return
    seen = set()
    for token in tokens(text):
        if token.type == tokenize.INDENT:
            seen |= set(token.string)
            if len(seen) > 1:
                yield token.start[0], "is indented with tabs and with spaces; use spaces"
                return


def of_text(text: str) -> Noted:
    """Nothing is invisible, and no word mixes letters of two scripts that look alike."""
    for found in UNSEEN.finditer(text):
        yield line_of(text, found), f"has {shown(found[0])}, which is invisible; {as_escape(found[0])}"
    for found in WORD.finditer(text):
        word = found[0]
        if not word.isascii() and re.search("[A-Za-z]", word) and (strange := FOREIGN.intersection(word)):
            letter = min(strange, key=word.index)
            yield (
                line_of(text, found),
                f"writes {word} with {shown(letter)}, which looks like another letter; type it again",
            )


def of_names(text: str) -> Noted:
    """Names are written as Python reads them, and no two look the same."""
    strange = {word for word in WORD.findall(text) if not word.isascii()}
    if any(unicodedata.normalize("NFKC", word) != word for word in strange):
        for token in tokens(text):
            read = unicodedata.normalize("NFKC", token.string)
            if token.type == tokenize.NAME and read != token.string:
                yield token.start[0], f"writes {token.string}, which Python reads as {read}; write that"
    twins = {word: word.translate(LOOKS_LIKE) for word in strange}
    twins = {word: twin for word, twin in twins.items() if twin.isascii()}
    if twins:
        names = dict(names_of(text))
        for name in sorted(twins.keys() & names.keys()):
            if twins[name] in names or hasattr(builtins, twins[name]):
                other = f"{twins[name]} and is another one: {shown(name[0])}"
                yield names[name], f"has a name that looks like {other}; rename it"


def names_of(text: str) -> Iterator[tuple[str, int]]:
    """The names in a text, each with a line on which it stands."""
    try:
        nodes = list(ast.walk(parsed(text.encode())))
    except NO_PYTHON:
        return
    for node in nodes:
        for name in (getattr(node, part, None) for part in ("id", "name", "arg", "attr")):
            if isinstance(name, str):
                yield name, getattr(node, "lineno", 1)


def tokens(text: str) -> Iterator[tokenize.TokenInfo]:
    """The tokens of a text, as far as it has any."""
    try:
        yield from tokenize.generate_tokens(io.StringIO(text).readline)
    except (tokenize.TokenError, SyntaxError):
        return


def line_of(text: str, found: re.Match[str]) -> int:
    return text.count("\n", 0, found.start()) + 1


def shown(letter: str) -> str:
    """U+202E RIGHT-TO-LEFT OVERRIDE"""
    return f"U+{ord(letter):04X} {unicodedata.name(letter, '')}".rstrip()


def as_escape(letter: str) -> str:
    """How to write a letter so that it is seen."""
    return f"remove it, or write it as {letter.encode('unicode_escape').decode()}"
