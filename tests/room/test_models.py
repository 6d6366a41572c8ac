"""What a pair says, as it travels: what is refused, and in which words."""

import msgspec
import pytest

from dojo.errors import UsageError
from dojo.room.models import parse_record
from room.conftest import FIRST, delivery, lines_of

LIGHT = msgspec.to_builtins(FIRST)
HEAD = {"version": 3, "pair": msgspec.to_builtins(delivery().pair)}
FILES = {
    "nothing": ([], "what a pair says cannot be taken: Object missing required field `pair`"),
    "no JSON": (["hello"], "a line cannot be taken: JSON is malformed"),
    "too deep": (["[" * 50_000], "a line cannot be taken: "),
    "another version": ([HEAD | {"version": 4}], "Expected `int` <= 3 - at `$.version`"),
    "a path in the name": ([HEAD | {"pair": HEAD["pair"] | {"name": "../x"}}], "Expected `str` matching"),
    "a strange line": ([HEAD, {"run": "rm"}], "unknown field `run`"),
    "too many verdicts": ([HEAD, {"proof": [["a", "b", "c"]] * 2001}], "length <= 2000"),
    "a long verdict": ([HEAD, {"proof": [["a", "b", "c" * 801]]}], "length <= 800"),
    "an escape in a verdict": ([HEAD, {"proof": [["a", "b", "\x1b[2J"]]}], "invisible characters"),
    "no pair first": ([{"light": LIGHT}], "missing required field `pair`"),
}
LIGHTS = {
    "an escape": ({"test": "a\x1b[2J"}, "invisible characters"),
    "light 0": ({"number": 0}, "`int` >= 1"),
    "the far future": ({"when": 1e12}, "`$.lights[0].when`"),
    "no colour": ({"colour": "blue"}, "`$.lights[0].colour`"),
    "a path": ({"history": "../../etc/pa"}, "`$.lights[0].history`"),
    "a long file": ({"files": {"a": "x" * 100_001}}, "length <= 100000"),
    "many files": ({"files": {str(n): "x" for n in range(101)}}, "length <= 100"),
    "a wrong table": ({"first_green": {"a": "blue"}}, "`$.lights[0].first_green[...]`"),
    "a pile of marks": ({"test": "a" + "\u0301" * 9}, "invisible characters"),
}
REFUSED = {
    **FILES,
    **{name: ([HEAD, {"light": LIGHT | fields}], says) for name, (fields, says) in LIGHTS.items()},
}


@pytest.mark.parametrize(("lines", "says"), REFUSED.values(), ids=REFUSED)
def test_a_file_is_refused_in_a_line(lines, says):
    with pytest.raises(UsageError) as refused:
        parse_record(lines_of(*lines))
    line = str(refused.value)
    assert says in line
    assert line.isprintable()
