"""Every command of README.md and its like is tried: tests/check/test_commands.py does so, or another test."""

from helpers import TOP

from documents.typed import ELSEWHERE, NOT_HERE, QUICK, RED, SAYS, STARTED, TRIED, WATCHED
from dojo.cli.verbs import all_verbs


def test_what_is_promised_is_on_a_page():
    """Else nobody would notice that a promise has gone from the pages, and is not looked at any more."""
    assert [command for command in (*SAYS, *RED, *NOT_HERE) if command not in TRIED] == []


def test_what_is_tried_elsewhere_is_there(here):
    verbs = {one.name for one in all_verbs(here.workspace.stories)}
    assert {*ELSEWHERE, *QUICK, WATCHED, STARTED} <= verbs
    assert [path for path in ELSEWHERE.values() if not (TOP / path).exists()] == []
