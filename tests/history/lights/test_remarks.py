"""What is said of a run besides the verdicts."""

import pytest

from history.lights.evening import remarks, saves
from history.tables import rows

REMARKS = rows("""
    several tests opened at once :: - | stub one+two+three => 2 You opened three tests at once.
    one test opened :: - | stub one =>
    renamed in green :: - | stub one | text one | text first => 4 Same test, new name.
    deleted while red :: - | stub one+three | text one
        => 2 You opened two tests at once. / 3 You set this test aside while red: “three”.
    deleted in green :: start text one+two | text one =>
    left out while red :: - | stub one | stub skipped_one => 3 You set this test aside while red: “one”.
    begun anew, since the folder was gone :: - | stub one | start - | stub =>
    red to red :: - | - one | stub one | text one => 3 Still red, for a new reason: not 1
    two ambers between ::
        - | stub one | slip one | slip# one | text one => 5 For two runs the tests could not speak.
    one amber between :: - | stub one | slip one | stub one => 4 For one run the tests could not speak.
    amber at the end :: - | stub one | slip one => 3 The attempt ends while the tests cannot speak.
    born green, and tried ::
        start text one | text one+two | stub one+two | text one+two => 3 This change broke “one”, “two”.
    code that breaks a green test :: start fizz one+three | text one+three => 2 This change broke “three”.
    one missing name ::
        - | - six => 2 You opened six tests at once. / 2 `say` is missing, and that silences six tests.
    one name that is missing now ::
        start text one+two | tell one+two => 2 `say` is missing, and that silences two tests.
    one name that a file of tests imports ::
        start text say+one+two | text tell+one+two => 2 `tell` is missing, and that silences two tests.
    edited in green :: start text one | text one_or_so => 2 You changed one test in green, and no code: “one”.
    edited in green, with code ::
        start text one | fizz one_or_so => 2 You changed one test in green, and code as well: “one”.
    after the way back nothing was set aside ::
        - | stub one | text one | stub one+two | back 3 | text one => 4 This change broke “one”.
""")


@pytest.mark.parametrize(("told", "found"), REMARKS)
def test_a_remark_says_what_somebody_did(told, found):
    assert " / ".join(remarks(*saves(told))) == found
