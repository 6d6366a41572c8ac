"""The first story is watched like any other: a breach of each law, all of them in one gate."""

PLANTED = [
    ("step_19/poker.py", "b.value == 5", "b.value == 6"),
    ("step_18/poker.py", "return (HIGH_CARD, [one for group in grouped for one in group])", "return None"),
    (
        "step_19/poker.py",
        '    """True if these cards are all of one suit."""\n',
        '    """True if these cards are all of one suit."""\n    if not dealt:\n        return False\n',
    ),
    ("step_36/README.md", "exchanges 238–242", "exchanges 238–241"),
    ("step_19/README.md", "should beat A♣ A♥ A♦ K♣ Q♠", "should beat A♣ A♥ A♦ K♣ J♠"),
    ("step_72/bulk.py", "import poker\n", "import poker\nimport dojo.errors\n"),
    ("step_72/poker.py", "import sys\nfrom array", "import sys\nimport numpy\nfrom array"),
]
TOLD = [
    ("law 1 · step_19_wheel", "the wheel is a straight", "is red here"),
    ("law 2 · step_18_straight", "the wheel is a straight", "TypeError"),
    ("law 5 · steps/step_19_wheel/poker.py:45: ", "no test green by then reaches it"),
    ("law 6 · ", "no story tells exchange 242"),
    ("law 6 · ", "bulk.py:", "imports dojo.errors"),
    ("law 6 · ", "poker.py:", "imports numpy"),
    ("law 7 · steps/step_19_wheel/README.md:", "should beat A♣ A♥ A♦ K♣ J♠", "run make todo FILL=1"),
]


def test_each_breach_is_named(workspace, capsys):
    for path, old, new in PLANTED:
        workspace.edit(path, old, new)
    assert workspace.verb("gate", "STEPS=18-19") == 1
    said = capsys.readouterr().err.splitlines()
    assert [words for words in TOLD if not any(all(one in line for one in words) for line in said)] == []
    assert [line for line in said if "bulk.py:1: imports numpy" in line] == []
