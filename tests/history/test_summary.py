"""What the lights of an attempt tell together."""

import pytest

from dojo.attempt.lights import all_files, all_lights
from dojo.attempt.snapshot import File
from dojo.history.summary import Change, Stretch, changed_lines, summary


def test_the_summary_tells_of_the_whole_session(seen):
    lights = all_lights(seen)
    told = summary(lights, all_files(seen, lights))
    assert told.runs == {"green": 2, "red": 2, "amber": 1}
    assert told.seconds == 165
    assert told.stretches == [
        Stretch("red", 1, 1, 60),
        Stretch("green", 2, 2, 30),
        Stretch("red", 3, 3, 30),
        Stretch("amber", 5, 5, 5),
        Stretch("green", 6, 7, 40),
    ]
    assert told.turns == 4
    assert told.longest("red") == Stretch("red", 1, 1, 60)
    assert told.largest == Change(2, 7, 2)
    assert (told.held, told.predicted) == (1, 2)


CHANGED = [
    pytest.param({"a": "1\n2\n"}, {"a": "1\n2\n"}, 0, id="nothing"),
    pytest.param({"a": "1\n2\n"}, {"a": "1\nx\n"}, 1, id="a line replaced counts once"),
    pytest.param({"a": "1\n"}, {"a": "1\n", "b": "1\n2\n"}, 2, id="a new file"),
    pytest.param({"a": "1\n", "b": "1\n"}, {"a": "0\n1\n2\n"}, 3, id="lines added and a file gone"),
]


@pytest.mark.parametrize(("before", "after", "lines"), CHANGED)
def test_how_many_lines_changed(before, after, lines):
    kept = [
        {name.encode(): File("100644", text.encode()) for name, text in tree.items()}
        for tree in (before, after)
    ]
    assert changed_lines(*kept) == lines
