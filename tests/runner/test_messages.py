"""Messages arrive as they were sent, and anything else in the pipe is named."""

import json

import pytest

from dojo.runner.child import worker
from dojo.runner.child.worker import Inbox, UnreadableMessage


def line(message):
    return json.dumps(message).encode() + b"\n"


def test_a_line_may_come_in_parts():
    inbox, sent = Inbox(), line({"text": "♣"})
    assert [*inbox.read(sent[:9]), *inbox.read(sent[9:] + line({"a": 1}))] == [{"text": "♣"}, {"a": 1}]


@pytest.mark.parametrize("part", [b"x" + line({"a": 1}), bytes(range(256)) + b"\n", b"\n", b"12\n"])
def test_anything_else_is_no_message(part):
    with pytest.raises(UnreadableMessage, match="wrote to the runner's own pipe"):
        [*Inbox().read(part)]


@pytest.mark.parametrize("flood", [b"x" * 200, line({"text": "x" * 50}) * 4])
def test_too_much_is_not_read(monkeypatch, flood):
    monkeypatch.setattr(worker, "MOST", 150)
    monkeypatch.setattr(worker, "LONGEST", 150)
    with pytest.raises(UnreadableMessage, match="wrote more to the runner's own pipe than the runner does"):
        [*Inbox().read(flood)]


PRINTABLE = {
    "half a pair": ("\ud800", "\\ud800"),
    "an order to the terminal": ("\x1b[2J", "\\x1b[2J"),
    "the same in one character": ("\x9b2J", "\\x9b2J"),
    "a character that deletes": ("\x7f", "\\x7f"),
    "lines and tabs": ("a\n\tb\r\n", "a\n\tb\r\n"),
    "any letter": ("é ♣ 🃑", "é ♣ 🃑"),
}


@pytest.mark.parametrize(("text", "expected"), PRINTABLE.values(), ids=PRINTABLE)
def test_all_that_arrives_can_be_printed(text, expected):
    (told,) = Inbox().read(line({text: [text, 1, {"a": text}]}))
    assert told == {expected: [expected, 1, {"a": expected}]}
