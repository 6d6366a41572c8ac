"""A reason is a line without addresses and folders, and begins with what was raised."""

import pytest

from dojo.runner.failure.reason import readable_name, reason, shorten_reason, without_addresses

SHORT = {
    "an address": ("assert <fizz.Odd object at 0x7f21aa> == 1", "assert <fizz.Odd object> == 1"),
    "a folder": ("no 'sayy' from 'fizz' (/home/ann/a dojo/fizz.py)", "no 'sayy' from 'fizz' (fizz.py)"),
    "a file at the root": ("cannot import 'sayy' (/fizz.py)", "cannot import 'sayy' (fizz.py)"),
    "what only the runner raises": ("TooLong: not done after 2 seconds", "not done after 2 seconds"),
    "what only pytest raises": ("Failed: on purpose", "on purpose"),
    "a flood": ("OSError: [Errno 27] File too large", "your code printed more than 1 MB"),
}


@pytest.mark.parametrize(("said", "short"), SHORT.values(), ids=SHORT)
def test_a_reason_says_no_more_than_somebody_needs(said, short):
    assert shorten_reason(said) == short


def test_a_reason_is_one_line():
    assert reason(ValueError("one\ntwo")) == "ValueError: one"
    assert reason(NotImplementedError()) == "NotImplementedError"


def test_the_name_of_a_test_is_read_in_words():
    assert readable_name("test_a_card_equals__itself[6\\u2663]") == "a card equals itself[6♣]"


ADDRESSES = {
    "an object in a list": ("[<a.b.Card object at 0x7f21aa>, 1]", "[<a.b.Card object>, 1]"),
    "a function": ("<function card at 0x7f21aa>", "card"),
    "a function without a name": ("<function test.<locals>.<lambda> at 0x7f21aa>", "test.<locals>.<lambda>"),
    "a class": ("<class 'poker.CardError'>", "poker.CardError"),
    "a module": ("<module 'poker' from '/a/b.py'>", "poker"),
    "numbers": ("0x1f < 0x20, at 0x1f", "0x1f < 0x20, at 0x1f"),
}


@pytest.mark.parametrize(("text", "expected"), ADDRESSES.values(), ids=ADDRESSES)
def test_a_value_has_no_address(text, expected):
    assert without_addresses(text) == expected
