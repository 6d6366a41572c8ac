"""Messages arrive as they were sent, and anything else in the pipe is named."""

import pytest

from dojo.runner.child import messages
from dojo.runner.child.messages import Inbox, UnreadableMessage, encoder

LINE = encoder()


def test_what_is_sent_arrives():
    sent = [{"number": 1}, {"text": "♣"}]
    assert [*Inbox().read(b"".join(map(LINE, sent)))] == sent


def test_a_line_may_come_in_parts():
    inbox, line = Inbox(), LINE({"number": 1})
    assert [*inbox.read(line[:9]), *inbox.read(line[9:])] == [{"number": 1}]


OTHERS = {
    "something before a line": b"x" + LINE({"a": 1}),
    "bytes by chance": bytes(range(256)) + b"\n",
    "an empty line": b"\n",
    "JSON that is no message": b"12\n",
}


@pytest.mark.parametrize("part", OTHERS.values(), ids=OTHERS)
def test_anything_else_is_no_message(part):
    with pytest.raises(UnreadableMessage, match="wrote to the runner's own pipe"):
        [*Inbox().read(part)]


FLOODS = {
    "without a line end": b"x" * 200,
    "in a line": LINE({"text": "x" * 200}),
    "in lines": LINE({"text": "x" * 50}) * 20,
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_too_much_is_not_read(monkeypatch, flood):
    monkeypatch.setattr(messages, "LONGEST", 150)
    monkeypatch.setattr(messages, "ALL", 1000)
    with pytest.raises(UnreadableMessage, match="wrote more to the runner's own pipe than the runner does"):
        [*Inbox().read(flood)]


PRINTABLE = {
    "half a pair": ("\ud800", "\\ud800"),
    "an order to the terminal": ("\x1b[2J", "\\x1b[2J"),
    "the same in one sign": ("\x9b2J", "\\x9b2J"),
    "a sign that deletes": ("\x7f", "\\x7f"),
    "lines and tabs": ("a\n\tb\r\n", "a\n\tb\r\n"),
    "any letter": ("é ♣ 🃑", "é ♣ 🃑"),
}


@pytest.mark.parametrize(("text", "expected"), PRINTABLE.values(), ids=PRINTABLE)
def test_whatever_arrives_can_be_printed(text, expected):
    told = [*Inbox().read(LINE({text: [text, 1, {"a": text}]}))]
    assert told == [{expected: [expected, 1, {"a": expected}]}]
