"""The attempt that a verb is about: the one that NAME= names, or the one started last, which is then said."""

import shutil

import pytest

from coach.conftest import ONE
from dojo.attempt.create import create
from dojo.cli.verbs import VERBS

VERBS = [one for one in VERBS if one.group == "kata" and not one.when]
VERBS = [one.name for one in VERBS if one.name not in ("start", "watch", "accept")]


@pytest.fixture
def buzz(small):
    """The small story with a second kata."""
    return small.add_kata("buzz")


@pytest.mark.parametrize("verb", VERBS)
def test_an_attempt_that_is_not_there_or_is_at_another_kata(buzz, refuse, verb):
    assert refuse(verb) == "there is no attempt yet: make start NAME=tables-3"
    assert refuse(verb, "NAME=x") == "there is no attempt x: make start NAME=x makes it"
    create(buzz.workspace, "tables-3", "fizz")
    told = "tables-3 is an attempt at fizz of small: leave KATA= and STORY= out"
    assert refuse(verb, "NAME=tables-3", "KATA=buzz") == told


def test_an_attempt_whose_folder_is_gone_can_be_had_again(attempt, show):
    attempt.module.write_text(ONE)
    show("next")
    shutil.rmtree(attempt.folder)
    show("start", "NAME=tables-3")
    show("back", "NAME=tables-3")
    assert attempt.module.read_text() == ONE
    assert "The next test, 2 of 4" in show("next")


def test_every_attempt_means_those_of_the_kata_that_is_named(buzz, show, refuse):
    for name, kata in (("tables-3", "fizz"), ("tables-4", "fizz")):
        create(buzz.workspace, name, kata)
    assert len(show("where", "NAME=all", "KATA=fizz", "STORY=small").splitlines()) == 2
    told = "there is no attempt at buzz yet: make start NAME=tables-5 KATA=buzz"
    assert refuse("where", "NAME=all", "KATA=buzz") == told
