"""`make prove PAGE=1`: a proof as one page, with the red, the change and the green of each version.

The page is a file that needs nothing else: it can be sent, and opened without a network. It takes nothing
that somebody wrote for HTML.
"""

import re
from pathlib import Path

from dojo.pages.templates import frame, script_of, templates, write_page
from dojo.prove.changes import changes_of
from dojo.prove.report import LOOKS, counted_kinds, headline, notes
from dojo.prove.verdict import Kind, Proof, Verdict, Version
from dojo.screen.palette import COLOURS
from dojo.screen.words import counted

PAGES = Path(__file__).parent / "pages"
LOOK = "look"
"""What the filter calls the verdicts that somebody should look at."""
MOST_FAILURES = 20
"""Failures of a version that somebody reads; the others are counted."""
MOST_LINES, WIDEST = 40, 300
"""Lines of a failure that somebody reads, and signs of one of them."""
NOT_GREEN = {Kind.STILL_RED, Kind.NO_ANSWER}
"""A test of another kind is green in its version."""
UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\ud800-\udfff]")
"""Signs that stand for no letter: a page may not have them."""


def page(proof: Proof) -> str:
    """The page as HTML."""
    environment = templates(PAGES)
    html = environment.get_template("proof.html").render(
        proof=proof,
        headline=list(headline(proof)),
        notes=list(notes(proof)),
        counts=counted_kinds(proof),
        looking=sum(one.to_look_at for one in proof.verdicts),
        versions=list(zip(proof.versions, changes_of(proof.versions), strict=True)),
        shapes={kind: look.shape for kind, look in LOOKS.items()},
        colour=colour,
        word=word,
        words=words,
        reds=reds,
        most=MOST_FAILURES,
        shortened=shortened,
        stopped=stopped,
        greens=greens,
        **frame(proof.title, script_of(environment, "proof.js")),
    )
    return UNREADABLE.sub("\N{REPLACEMENT CHARACTER}", html)


def colour(kind: Kind) -> str:
    """The colour of a kind: green, red or amber; none for the others."""
    return next((name for name, look in COLOURS.items() if look.style == LOOKS[kind].style), "none")


def word(kind: Kind) -> str:
    """What the filter calls a kind."""
    return kind.name.lower()


def words(version: Version) -> str:
    """What the filter finds a version by."""
    kinds = dict.fromkeys(word(one.kind) for one in version.verdicts)
    return " ".join([*kinds, LOOK] if version.to_look_at else kinds)


def reds(version: Version) -> list[Verdict]:
    """The tests that failed, with their failures."""
    return [one for one in version.verdicts if failure_of(one) and one.kind != Kind.NO_ANSWER]


def failure_of(verdict: Verdict) -> str:
    """How a test failed: without the change, or else in this version."""
    return verdict.failure or verdict.failure_now


def shortened(verdict: Verdict) -> str:
    """The failure of a test, as long as anybody reads it."""
    failure = failure_of(verdict)
    lines = [line if len(line) <= WIDEST else f"{line[:WIDEST]}…" for line in failure.splitlines()]
    more = len(lines) - MOST_LINES
    return "\n".join([*lines[:MOST_LINES], *[f"… {counted(more, 'more line')}"] * (more > 0)])


def stopped(version: Version) -> list[Verdict]:
    """What kept the question from an answer, where something was printed: that is no red."""
    return [one for one in version.verdicts if failure_of(one) and one.kind == Kind.NO_ANSWER]


def greens(version: Version) -> list[Verdict]:
    """The tests that are green in it."""
    return [one for one in version.verdicts if one.test and one.kind not in NOT_GREEN]


def write_proof(proof: Proof, file: Path) -> Path:
    """Write the page; gives its path. Raises Trouble."""
    return write_page(file, page(proof))
