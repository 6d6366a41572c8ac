"""The first story is watched like any other: a handful of breaches, planted in a copy of it."""

import pytest

from gate.planting import shuts

BREACHES = [
    pytest.param(
        "step_19/poker.py",
        "b.value == 5",
        "b.value == 6",
        ["law 1 · step_19_wheel", "the wheel is a straight", "is red here"],
        id="law 1: a step does not make its test green",
    ),
    pytest.param(
        "step_18/poker.py",
        "return (HIGH_CARD, [card for group in groups for card in group])",
        "return None",
        ["law 2 · step_18_straight", "the wheel is a straight", "TypeError"],
        id="law 2: None is compared",
    ),
    pytest.param(
        "step_19/poker.py",
        '    """Are these cards all of one suit?"""\n',
        '    """Are these cards all of one suit?"""\n    if not cards:\n        return False\n',
        ["law 5 · steps/step_19_wheel/poker.py:45: ", "no test green by then reaches it"],
        id="law 5: a line that no test asks for",
    ),
    pytest.param(
        "step_38/README.md",
        "ex. 238–242",
        "ex. 238–241",
        ["law 6 · ", "no story tells exchange 242"],
        id="law 6: an exchange is told by no story",
    ),
    pytest.param(
        "step_19/README.md",
        "should beat A♣ A♥ A♦ K♣ Q♠",
        "should beat A♣ A♥ A♦ K♣ J♠",
        ["law 7 · steps/step_19_wheel/README.md:", "this failure does not happen"],
        id="law 7: a failure that does not happen",
    ),
]


@pytest.mark.parametrize(("path", "old", "new", "told"), BREACHES)
def test_a_breach_is_named(workspace, capsys, path, old, new, told):
    workspace.edit(path, old, new)
    shuts(workspace, capsys, *told, words=["STEPS=18-19"])


def test_what_stands_beside_a_step_imports_what_the_story_names_and_no_more(workspace, capsys):
    workspace.edit("step_74/bulk.py", "import poker\n", "import poker\nimport dojo.errors\n")
    workspace.edit("step_74/poker.py", "import sys\nfrom array", "import sys\nimport numpy\nfrom array")
    assert workspace.verb("gate", "STEPS=1-2") == 1
    said = capsys.readouterr().err
    assert "bulk.py:" in said
    assert "imports dojo.errors" in said
    assert "imports numpy" in said
    assert "bulk.py:1: imports numpy" not in said


SHARED = [
    pytest.param("tests/suite/conftest.py", "[kt]*/*/suite/conftest.py", id="the plugin beside the suite"),
    pytest.param("tests/suite/rows.py", "[kt]*/*/suite/rows.py", id="how a row is written"),
    pytest.param("katas/poker/mutants/finished.py", "[kt]*/*/mutants/finished.py", id="the rest of a mutant"),
]


@pytest.mark.parametrize(("ours", "theirs"), SHARED)
def test_what_all_stories_share_is_one_file(here, ours, theirs):
    content = here.path(ours).read_bytes()
    files = list(here.root.glob(theirs))
    assert {file.parent.parent.name for file in files} >= {"small", "honest"}
    assert [file for file in files if file.read_bytes() != content] == []
