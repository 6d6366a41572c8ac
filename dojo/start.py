"""`make start NAME=tables-3 [KATA=holdem]`: a new attempt, and its own first test, which is red."""

import os
import re
import shutil
import sys
import tempfile
from datetime import datetime
from pathlib import Path

from dojo.attempts import NAME, STARTED, Attempt, NoAttempt, all_attempts, all_katas
from dojo.lights import all_lights, record
from dojo.next import revealed
from dojo.own import own_trial
from dojo.showing import bar, colour_of, console, counted, failure, in_numbers
from dojo.steps import ROOT
from dojo.trial import try_all
from dojo.verb import ended

POKER = '''\
"""{title}. The task is in katas/{kata}/README.md.

Nothing is here yet: test_poker.py, your own first test, is red for it.
`make next NAME={name}` shows the first test that fails; `make watch NAME={name}` does so at every save.
"""
'''
FIRST_TEST = '''\
"""Your own tests: they run beside those of the suite, and before them."""

import poker


def test_a_card_equals_itself():
    assert poker.card("6♣") == poker.card("6♣")
'''


def start(name: str, kata: str, root: Path = ROOT) -> Attempt:
    """Make a new attempt, all of it or nothing; raises NoAttempt where there can be none of that name."""
    if not name:
        raise NoAttempt("a name, please: make start NAME=tables-3")
    if name == "all":
        raise NoAttempt("all is no name: make where NAME=all means every attempt")
    if not NAME.fullmatch(name):
        raise NoAttempt(f"{name!r} is no name: a to z, digits, _, and after the first - and .; 40 at most")
    if kata not in all_katas(root):
        raise NoAttempt(f"there is no kata {kata}: there are {' '.join(all_katas(root))}")
    for other in all_attempts(root):
        if other.name.lower() == name.lower():
            raise NoAttempt(f"{other.folder.relative_to(root)} is there already: take another name")
    attempts = root / "katas" / kata / "attempts"
    attempts.mkdir(exist_ok=True)
    draft = Path(tempfile.mkdtemp(prefix=".start-", dir=attempts))
    try:
        for file, text in contents(name, kata, root).items():
            (draft / file).write_text(text, encoding="utf-8")
        draft.chmod(0o755)
        draft.rename(attempts / name)  # fails where somebody else was faster
    except OSError as error:
        raise NoAttempt(f"{attempts.relative_to(root)}/{name} cannot be made: {error.strerror}") from None
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return Attempt(attempts / name)


def contents(name: str, kata: str, root: Path) -> dict[str, str]:
    """The files of a new attempt."""
    statement = (root / "katas" / kata / "README.md").read_text(encoding="utf-8")
    title = re.match(r"# (.+)", statement)
    return {
        "poker.py": POKER.format(title=title[1] if title else kata, kata=kata, name=name),
        "test_poker.py": FIRST_TEST,
        STARTED: f"{datetime.now().isoformat()}\n",
    }


def verb() -> None:
    out = console()
    attempt = start(os.environ.get("NAME", ""), os.environ.get("KATA", "") or "holdem")
    own = own_trial(attempt)
    try_all([own])
    counts = counted(own.results.values())
    colour = colour_of(counts)
    bar(out, colour, f"{attempt.name} · {in_numbers(counts)}")
    if own.failing:
        failure(out, own.failing)
    out.print(f"\nIt is yours: {attempt.folder.relative_to(ROOT)}/ with poker.py and test_poker.py.")
    out.print("The first test is there, and red. Make it green in poker.py, and go on with\n")
    out.print(f"  make next NAME={attempt.name}     the first test that fails, or the next one")
    out.print(f"  make watch NAME={attempt.name}    the bar at every save")
    known = revealed(all_lights(attempt))  # of an attempt whose folder was lost
    record(attempt, verb="start", colour=colour, counts=counts, test="", revealed=known)


if __name__ == "__main__":
    sys.exit(ended(verb))
