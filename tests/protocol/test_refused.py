"""What a stranger sends is checked, value by value: what cannot be is refused in a line."""

import json
from dataclasses import asdict

import pytest

from dojo.protocol.fields import Refused
from dojo.protocol.record import read
from dojo.protocol.report import Report, report_of

LIGHT = asdict(Report("0123456789ab", 2, 1.5, "next", "red", green=1, tests=2, test="two"))
PAIR = {"key": "0" * 32, "name": "tables-3", "kata": "fizz", "shares": False}
HEAD = {"version": 1, "pair": PAIR}


def file_of(*lines):
    """A file of lines: texts, or what becomes JSON."""
    return "".join(f"{one if isinstance(one, str) else json.dumps(one)}\n" for one in lines).encode()


def test_a_light_with_all_its_values_is_taken():
    assert report_of(LIGHT).test == "two"


LIGHTS = {
    "an escape": ({"test": "a\x1b[2J"}, r"a light has a test that cannot be: 'a\x1b[2J'"),
    "two lines": ({"test": "a\nb"}, r"a light has a test that cannot be: 'a\nb'"),
    "a turned line": ({"test": "a\u202eb"}, r"a light has a test that cannot be: 'a\u202eb'"),
    "light 0": ({"number": 0}, "a light has a number that cannot be: 0"),
    "true": ({"number": True}, "a light has a number that cannot be: True"),
    "too many lights": ({"number": 20_001}, "a light has a number that cannot be: 20001"),
    "no time": ({"when": float("nan")}, "a light has a when that cannot be: nan"),
    "the far future": ({"when": 1e12}, "a light has a when that cannot be: 1000000000000.0"),
    "a huge number": ({"when": 10**400}, "a light has a when that cannot be: 1000"),
    "no colour": ({"colour": "blue"}, "a light has a colour that cannot be: 'blue'"),
    "1 is not true": ({"held": 1}, "a light has a held that cannot be: 1"),
    "more green than tests": ({"green": 3}, "light 2 has more green tests than tests"),
    "back to itself": ({"to": 2}, "light 2 goes back to light 2"),
    "a strange field": ({"more": 1}, "a light has 'more', which this room does not know"),
    "a path": ({"history": "../../etc/pa"}, "a light has a history that cannot be"),
    "a long file": ({"files": {"a": "x" * 100_001}}, "a light has a files that cannot be"),
    "a wrong table": ({"first_green": {"a": "blue"}}, "a light has a first_green that"),
}


@pytest.mark.parametrize(("change", "says"), LIGHTS.values(), ids=LIGHTS)
def test_a_light_is_refused(change, says):
    with pytest.raises(Refused) as refused:
        report_of(LIGHT | change)
    assert str(refused.value).startswith(says)


def test_a_light_without_one_of_its_values_is_refused():
    with pytest.raises(Refused, match="a light has no when"):
        report_of({name: value for name, value in LIGHT.items() if name != "when"})


ANOTHER = "this workspace speaks version 1, not {}: both sides need the same workspace"
OTHER_PAIR, OTHER_NAME = PAIR | {"key": "1" * 32}, PAIR | {"name": "../x"}
FILES = {
    "nothing": ([], "it is no file of make hand-in"),
    "no JSON": (["hello"], "a line that is no JSON: 'hello'"),
    "too deep": (["[" * 50_000], "a line that is no JSON: '[[[["),
    "a list": ([[1]], "a line that is no table of names and values"),
    "another version": ([HEAD | {"version": 2}], ANOTHER.format(2)),
    "no version": ([{"pair": PAIR}], ANOTHER.format(None)),
    "a path in the name": ([HEAD | {"pair": OTHER_NAME}], "a pair has a name that cannot be: '../x'"),
    "a light is missing": (
        [HEAD, {"light": LIGHT}],
        "light 2 of tables-3 came before the one in front of it",
    ),
    "two pairs": ([HEAD, HEAD | {"pair": OTHER_PAIR}], "a file of two pairs"),
    "a strange line": ([HEAD, {"run": "rm"}], "a line of which this workspace knows nothing"),
    "a short verdict": ([HEAD, {"proof": [["a", "b"]]}], "a proof that is no list of tests"),
}


@pytest.mark.parametrize(("lines", "says"), FILES.values(), ids=FILES)
def test_a_file_is_refused(lines, says):
    with pytest.raises(Refused) as refused:
        read(file_of(*lines))
    assert str(refused.value).startswith(says)


def test_a_light_that_comes_twice_is_noted_once():
    first = {"light": LIGHT | {"number": 1}}
    record = read(file_of(HEAD, first, first, {"light": LIGHT}))
    assert [light.number for light in record.lights] == [1, 2]


def test_lights_that_were_lost_begin_anew_behind_the_others():
    again = LIGHT | {"history": "f" * 12, "number": 1}
    lights = [LIGHT | {"number": 1}, again, again | {"number": 2}]
    record = read(file_of(HEAD, *({"light": light} for light in lights)))
    assert [light.place[0][0] + str(light.number) for light in record.lights] == ["01", "f1", "f2"]
