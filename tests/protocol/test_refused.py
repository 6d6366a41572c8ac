"""What a stranger sends is checked, value by value: what cannot be is refused in a line."""

import json

import pytest

from dojo.protocol.fields import Refused
from dojo.protocol.record import read
from dojo.protocol.report import report_of

LIGHT = {
    "history": "0123456789ab",
    "number": 2,
    "when": 1.5,
    "verb": "next",
    "colour": "red",
    "green": 1,
    "tests": 2,
    "test": "two",
    "known": 0,
    "of": 0,
    "expected": "",
    "held": None,
    "code": 0,
    "test_lines": 0,
    "first_green": {},
    "to": 0,
    "files": None,
}
PAIR = {"key": "0" * 32, "name": "tables-3", "kata": "fizz", "shares": False}
HEAD = {"version": 1, "pair": PAIR}


def test_a_light_with_all_its_values_is_taken():
    assert report_of(LIGHT).test == "two"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        pytest.param({"test": "a\x1b[2J"}, r"a light has a test that cannot be: 'a\x1b[2J'", id="an escape"),
        pytest.param({"test": "a\nb"}, r"a light has a test that cannot be: 'a\nb'", id="two lines"),
        pytest.param(
            {"test": "a\u202eb"}, r"a light has a test that cannot be: 'a\u202eb'", id="a turned line"
        ),
        pytest.param({"number": 0}, "a light has a number that cannot be: 0", id="light 0"),
        pytest.param({"number": True}, "a light has a number that cannot be: True", id="true"),
        pytest.param({"number": 20_001}, "a light has a number that cannot be: 20001", id="too many lights"),
        pytest.param({"when": float("nan")}, "a light has a when that cannot be: nan", id="no time"),
        pytest.param(
            {"when": 1e12}, "a light has a when that cannot be: 1000000000000.0", id="the far future"
        ),
        pytest.param({"when": 10**400}, "a light has a when that cannot be: 1000", id="a huge number"),
        pytest.param({"colour": "blue"}, "a light has a colour that cannot be: 'blue'", id="no colour"),
        pytest.param({"held": 1}, "a light has a held that cannot be: 1", id="1 is not true"),
        pytest.param({"green": 3}, "light 2 has more green tests than tests", id="more green than tests"),
        pytest.param({"to": 2}, "light 2 goes back to light 2", id="back to itself"),
        pytest.param({"more": 1}, "a light has 'more', which this room does not know", id="a strange field"),
        pytest.param({"history": "../../etc/pa"}, "a light has a history that cannot be", id="a path"),
        pytest.param({"files": {"a": "x" * 100_001}}, "a light has a files that cannot be", id="a long file"),
        pytest.param({"first_green": {"a": "blue"}}, "a light has a first_green that", id="a wrong table"),
    ],
)
def test_a_light_is_refused(change, says):
    with pytest.raises(Refused) as refused:
        report_of(LIGHT | change)
    assert str(refused.value).startswith(says)


def test_a_light_without_one_of_its_values_is_refused():
    with pytest.raises(Refused, match="a light has no when"):
        report_of({name: value for name, value in LIGHT.items() if name != "when"})


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        pytest.param([], "it is no file of make hand-in", id="nothing"),
        pytest.param(["hello"], "a line that is no JSON: 'hello'", id="no JSON"),
        pytest.param(["[" * 50_000], "a line that is no JSON: '[[[[", id="too deep"),
        pytest.param([[1]], "a line that is no table of names and values", id="a list"),
        pytest.param(
            [HEAD | {"version": 2}],
            "this workspace speaks version 1, not 2: both sides need the same workspace",
            id="another version",
        ),
        pytest.param([{"pair": PAIR}], "this workspace speaks version 1, not None", id="no version"),
        pytest.param(
            [{"version": 1, "pair": PAIR | {"name": "../x"}}],
            "a pair has a name that cannot be: '../x'",
            id="a path in the name",
        ),
        pytest.param(
            [HEAD, {"light": LIGHT}],
            "light 2 of tables-3 came before the one in front of it",
            id="a light is missing",
        ),
        pytest.param(
            [HEAD, {"version": 1, "pair": PAIR | {"key": "1" * 32}}], "a file of two pairs", id="two"
        ),
        pytest.param(
            [HEAD, {"run": "rm"}], "a line of which this workspace knows nothing", id="a strange line"
        ),
        pytest.param(
            [HEAD, {"proof": [["a", "b"]]}], "a proof that is no list of tests", id="a short verdict"
        ),
    ],
)
def test_a_file_is_refused(lines, says):
    content = "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in lines)
    with pytest.raises(Refused) as refused:
        read(content.encode())
    assert str(refused.value).startswith(says)


def test_a_light_that_comes_twice_is_noted_once():
    first = {"light": LIGHT | {"number": 1}}
    lines = [HEAD, first, first, {"light": LIGHT}]
    record = read("".join(f"{json.dumps(one)}\n" for one in lines).encode())
    assert [light.number for light in record.lights] == [1, 2]


def test_lights_that_were_lost_begin_anew_behind_the_others():
    again = LIGHT | {"history": "f" * 12, "number": 1}
    lines = [HEAD, {"light": LIGHT | {"number": 1}}, {"light": again}, {"light": again | {"number": 2}}]
    record = read("".join(f"{json.dumps(one)}\n" for one in lines).encode())
    assert [light.place[0][0] + str(light.number) for light in record.lights] == ["01", "f1", "f2"]
