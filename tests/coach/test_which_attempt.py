"""The attempt that a verb is about: the one that NAME= names, or the one started last, which is then said."""

import pytest

from dojo.attempt.create import create
from dojo.cli.verbs import VERBS

OTHERS = ("start", "watch", "accept")
VERBS = [one.name for one in VERBS if one.group == "kata" and not one.when and one.name not in OTHERS]


@pytest.mark.parametrize("verb", VERBS)
def test_an_attempt_that_is_not_there_or_is_at_another_kata(small, refuse, verb):
    small.add_kata("buzz")
    assert refuse(verb) == "there is no attempt yet: make start NAME=tables-3"
    assert refuse(verb, "NAME=x") == "there is no attempt x: make start NAME=x makes it"
    create(small.workspace, "tables-3", "fizz")
    told = "tables-3 is an attempt at fizz of small: leave KATA= and STORY= out"
    assert refuse(verb, "NAME=tables-3", "KATA=buzz") == told


def test_every_attempt_means_those_of_the_kata_that_is_named(small, show, refuse):
    small.add_kata("buzz")
    for name in ("tables-3", "tables-4"):
        create(small.workspace, name, "fizz")
    assert len(show("where", "NAME=all", "KATA=fizz", "STORY=small").splitlines()) == 2
    none = "there is no attempt at buzz yet: make start NAME=tables-5 KATA=buzz"
    assert refuse("where", "NAME=all", "KATA=buzz") == none
