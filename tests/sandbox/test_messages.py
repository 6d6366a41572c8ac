"""What was signed on one side is believed on the other, and nothing else is."""

import pytest

from dojo.sandbox import messages
from dojo.sandbox.messages import NotBelieved, Signing


def heard(*parts):
    """What is believed of these parts of a pipe, each made of what signs."""
    signing = Signing()
    sign = signing.signing()
    return [message for part in parts for message in signing.read(part(sign))]


def test_what_is_signed_is_believed():
    assert heard(lambda sign: sign({"number": 1}) + sign({"text": "♣"})) == [{"number": 1}, {"text": "♣"}]


def test_a_line_may_come_in_parts():
    lines = []
    assert heard(lambda sign: lines.append(sign({"number": 1})) or lines[0][:9], lambda _: lines[0][9:]) == [
        {"number": 1}
    ]


LIES = [
    pytest.param(lambda _: b'{"done": true}\n', id="no sign"),
    pytest.param(lambda _: b"%s " % (b"0" * 32) + b'{"done": true}\n', id="a sign by chance"),
    pytest.param(lambda sign: sign({"colour": "red"}).replace(b"red", b"green"), id="another colour"),
    pytest.param(lambda sign: sign({"a": 1}) * 2, id="the same line again"),
    pytest.param(lambda sign: [sign({"a": 1}), sign({"b": 1})][1], id="a line left out"),
    pytest.param(lambda _: Signing().signing()({"done": True}), id="the sign of another child"),
    pytest.param(lambda sign: b"x" + sign({"a": 1}), id="something before a line"),
    pytest.param(lambda _: bytes(range(256)) + b"\n", id="bytes by chance"),
    pytest.param(lambda _: b"\n", id="an empty line"),
]


@pytest.mark.parametrize("lie", LIES)
def test_anything_else_is_not(lie):
    with pytest.raises(NotBelieved, match="wrote to the engine's own pipe, as if it were the engine"):
        heard(lie)


def test_what_was_signed_before_a_lie_is_believed():
    signing = Signing()
    read = signing.read(signing.signing()({"a": 1}) + b"a lie\n")
    assert next(read) == {"a": 1}
    with pytest.raises(NotBelieved):
        next(read)


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param(lambda _: b"x" * 200, id="without a line end"),
        pytest.param(lambda sign: sign({"text": "x" * 200}), id="in a line"),
        pytest.param(lambda sign: b"".join(sign({"text": "x" * 50}) for _ in range(20)), id="in lines"),
    ],
)
def test_too_much_is_not_read(monkeypatch, flood):
    monkeypatch.setattr(messages, "LONGEST", 150)
    monkeypatch.setattr(messages, "ALL", 1000)
    with pytest.raises(NotBelieved, match="wrote more to the engine's own pipe than the engine does"):
        heard(flood)


PRINTABLE = [
    pytest.param("\ud800", "\\ud800", id="half a pair"),
    pytest.param("\x1b[2J", "\\x1b[2J", id="an order to the terminal"),
    pytest.param("\x9b2J", "\\x9b2J", id="the same in one sign"),
    pytest.param("\x7f", "\\x7f", id="a sign that deletes"),
    pytest.param("a\n\tb\r\n", "a\n\tb\r\n", id="lines and tabs"),
    pytest.param("é ♣ 🃑", "é ♣ 🃑", id="any letter"),
]


@pytest.mark.parametrize(("text", "expected"), PRINTABLE)
def test_whatever_arrives_can_be_printed(text, expected):
    assert heard(lambda sign: sign({text: [text, 1, {"a": text}]})) == [
        {expected: [expected, 1, {"a": expected}]}
    ]
