"""What was signed on one side is believed on the other, and nothing else is."""

import pytest

from dojo.sandbox import messages
from dojo.sandbox.messages import NotBelieved, Signing


def heard(part):
    """What is believed of a part of a pipe, made of what signs."""
    signing = Signing()
    return [*signing.read(part(signing.signing()))]


def test_what_is_signed_is_believed():
    assert heard(lambda sign: sign({"number": 1}) + sign({"text": "♣"})) == [{"number": 1}, {"text": "♣"}]


def test_a_line_may_come_in_parts():
    signing = Signing()
    line = signing.signing()({"number": 1})
    assert [*signing.read(line[:9]), *signing.read(line[9:])] == [{"number": 1}]


LIES = {
    "no sign": lambda _: b'{"done": true}\n',
    "a sign by chance": lambda _: b"%s " % (b"0" * 32) + b'{"done": true}\n',
    "another colour": lambda sign: sign({"colour": "red"}).replace(b"red", b"green"),
    "the same line again": lambda sign: sign({"a": 1}) * 2,
    "a line left out": lambda sign: [sign({"a": 1}), sign({"b": 1})][1],
    "the sign of another child": lambda _: Signing().signing()({"done": True}),
    "something before a line": lambda sign: b"x" + sign({"a": 1}),
    "bytes by chance": lambda _: bytes(range(256)) + b"\n",
    "an empty line": lambda _: b"\n",
}


@pytest.mark.parametrize("lie", LIES.values(), ids=LIES)
def test_anything_else_is_not(lie):
    with pytest.raises(NotBelieved, match="wrote to the engine's own pipe, as if it were the engine"):
        heard(lie)


FLOODS = {
    "without a line end": lambda _: b"x" * 200,
    "in a line": lambda sign: sign({"text": "x" * 200}),
    "in lines": lambda sign: b"".join(sign({"text": "x" * 50}) for _ in range(20)),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_too_much_is_not_read(monkeypatch, flood):
    monkeypatch.setattr(messages, "LONGEST", 150)
    monkeypatch.setattr(messages, "ALL", 1000)
    with pytest.raises(NotBelieved, match="wrote more to the engine's own pipe than the engine does"):
        heard(flood)


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
    told = heard(lambda sign: sign({text: [text, 1, {"a": text}]}))
    assert told == [{expected: [expected, 1, {"a": expected}]}]
