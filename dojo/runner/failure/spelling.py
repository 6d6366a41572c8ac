"""What a misspelled name may be, and what Python wants in a line that it cannot read."""

import difflib
import keyword
import re
from collections.abc import Collection

MISSPELLED = "Is it misspelled? There is “{name}”."
# how alike two names are, from 0 to 1, of which one may be a misspelled other
ALIKE = 0.75
# what is typed as in another language, or in an assert as in an assignment, and what Python wants
OTHER_SYNTAX = {
    re.compile(r"^\s*assert\b[^#]*[^=!<>]=[^=]"): "== compares two values: one = gives a name a value.",
    re.compile(r"\belse +if\b"): "In place of else if, Python has elif.",
    re.compile(r"&&|\|\|"): "In place of && and ||, Python has and and or.",
    re.compile(r"=<|=>"): "Python writes <= and >=.",
    re.compile(r"\b(or|and)\s*(<|>|==|!=)"): (
        "A whole question stands on each side of and or or, as in n < 1 or n > 9."
    ),
    re.compile(r"\+\+|--\s*$"): "In place of ++ and --, Python has += 1 and -= 1.",
}
# `say(number):` at the beginning of a line
WITHOUT_DEF = re.compile(r"\s*(?!(?:if|elif|while|for|with|def|class|match|case|except)\b)(\w+\([^()]*\)):")
DEF = "Is it a function? It begins with def: def {head}:"
NO_BLOCK = "This line begins with {number} spaces, and no block above it does: give it those of one of them."
EXCEPT = "An except belongs below the lines of its try, and begins where the try does."
# what may be a text, as in `raise ValueError(no number)`, where Python asks for a comma
WORDS = re.compile(r"\w+(?: [A-Za-z_]\w*)+")
NO_QUOTES = 'Or is it a text? Then it stands in quotation marks: "{words}"'
QUOTES = "A text ends with the quotation mark that it begins with."


def advise_on_spelling(name: str, known: Collection[str]) -> str:
    """Say which known name is nearly the same as a missing one; or nothing."""
    for other in sorted(known):
        # `Say` in place of `say`
        if other.casefold() == name.casefold():
            return MISSPELLED.format(name=other)
    alike = difflib.get_close_matches(name, known, n=1, cutoff=ALIKE)
    return MISSPELLED.format(name=alike[0]) if alike else ""


def find_words(error: SyntaxError) -> str:
    """Return the words in a row that Python reads as names between which a comma is missing; or nothing."""
    line = error.text or ""
    if "Perhaps you forgot a comma" not in str(error) or error.offset is None:
        return ""
    found = WORDS.match(line, error.offset - 1)
    return found[0] if found else ""


def advise_on_syntax(error: SyntaxError) -> str:
    """Say what Python wants in place of what is in a line that it cannot read; or nothing."""
    line = error.text or ""
    if str(error).startswith("unterminated string literal"):
        return QUOTES
    words = find_words(error)
    if words:
        return NO_QUOTES.format(words=words)
    if re.match(r"\s*(except|finally)\b", line):
        return EXCEPT
    if str(error).startswith("unindent does not match"):
        return NO_BLOCK.format(number=len(line) - len(line.lstrip()))
    for pattern, advice in OTHER_SYNTAX.items():
        if pattern.search(line):
            return advice
    head = WITHOUT_DEF.match(line)
    if head:
        return DEF.format(head=head[1])
    first = re.match(r"\s*(\w+)", line)
    if first and not keyword.iskeyword(first[1]):
        return advise_on_spelling(first[1], keyword.kwlist)
    return ""
