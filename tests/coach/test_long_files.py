"""What the verbs and the pages say of one long change has the numbers that git gives.

git diff --no-index --numstat steps/step_95_*/poker.py steps/step_96_*/poker.py    76 added, 68 removed
git diff --no-index --unified=0, the larger side of each hunk                       108 lines
"""

from collections import Counter

import pytest

from coach.conftest import FIZZ, in_a_line
from dojo.attempt.recording import all_files, all_lights
from dojo.diff import split_lines
from dojo.prove.page import changed_files
from dojo.prove.versions import Revision
from dojo.room.changes import rows
from dojo.room.reports import reports
from dojo.screen.code import fold_diff
from dojo.tour.read import diff
from dojo.tour.replay import lines_of
from katas.poker import story

BEFORE, AFTER = story().steps[95:97]


@pytest.fixture
def outputs(save, show):
    """What `make next` prints of a long comment, which changes as the code of poker's step 96 does."""
    outputs = []
    for step in (BEFORE, AFTER):
        comment = "".join(f"# {line}\n" for line in step.code.splitlines())
        save(f"{FIZZ}{comment}")
        outputs.append(show("next"))
    return outputs


def test_next(outputs):
    assert "You changed 108 lines of code, and all is still green." in outputs[1]


@pytest.mark.usefixtures("outputs")
def test_lights(show):
    assert "■ green 1 of 1 ±108 code" in in_a_line(show("lights"))


@pytest.mark.usefixtures("outputs")
def test_what_a_room_and_a_retro_are_sent(attempt):
    lights = all_lights(attempt)
    sent = reports(lights, all_files(attempt, lights), shares=False)
    assert [light.code for light in sent][1:] == [108, 0]


@pytest.mark.usefixtures("outputs")
def test_the_page_of_prove(attempt):
    lights = all_lights(attempt)
    files = all_files(attempt, lights)
    before, after = (Revision(files=files[light.id]) for light in lights[:2])
    (changed,) = changed_files(before, after)
    assert count_rows(row.kind for fold in changed.folds for row in fold.rows) == (76, 68)


def test_the_room():
    drawn = rows(split_lines(BEFORE.code), split_lines(AFTER.code), is_compared=True)
    assert count_rows(kind for kind, _text in drawn) == (76, 68)


def test_the_board():
    folds = fold_diff(lines_of(BEFORE), lines_of(AFTER))
    assert count_rows(row.kind for fold in folds for row in fold.rows) == (76, 68)


def test_the_diff_of_a_step(capsys):
    diff(story(), AFTER)
    _old_name, _new_name, *patch = capsys.readouterr().out.splitlines()
    signs = Counter(line[0] for line in patch)
    assert (signs["+"], signs["-"]) == (76, 68)


def count_rows(kinds):
    """How many rows of a diff are new, and how many are gone."""
    counts = Counter(kinds)
    return counts["new"], counts["gone"]
