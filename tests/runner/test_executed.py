"""Which lines have a part that did not run: no test could notice a change there."""

from typing import Any, cast

import pytest

from dojo.runner.child.executed import lines_not_run, trace_parts
from dojo.runner.run import Run

LINES = [
    ("return 1", [1], []),
    ("return 'V' if n == 5 else 'I' * n", [1], [2]),
    ("return 'V' if n == 5 else 'I' * n", [1, 5], []),
    ("return n == 5 and n + 1", [1], [2]),
    ("if n == 5:\n        return 'V'\n    return 'I'", [1], [3]),
    ("if n == 5:\n        print(n)", [1], [3]),
    ("for i in range(n):\n        n = i", [0], [2, 3]),
    ("for i in range(n):\n        n = i", [2], []),
    ("with open(__file__):\n        return n", [1], []),
    ("return [i for i in range(n) if i]", [1, 2], []),
]


class Version:
    module = "/fizz/fizz.py"


class Traced:
    version = Version


@pytest.mark.parametrize(
    ("body", "calls", "lines"), LINES, ids=[f"{body}, {calls}" for body, calls, _ in LINES]
)
def test_a_line_with_a_part_that_did_not_run(body, calls, lines):
    source = f"def say(n):\n    {body}\n"
    sent: list[Any] = []

    def work(_run, _send):
        names: dict[str, Any] = {"__file__": __file__}
        exec(compile(source, Version.module, "exec"), names)
        for number in calls:
            names["say"](number)

    run = cast(Run, Traced())  # no more is asked of it
    trace_parts(run, sent.append, work)
    assert sorted(lines_not_run(source.encode(), sent[0].spans)) == lines
