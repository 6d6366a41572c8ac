"""The gate catches every breach of its laws: each row plants one in a copy and says what it must be told."""

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest
from conftest import copied


class Planted(NamedTuple):
    """The steps to look at, the edit, and what the gate has to say of it."""

    steps: str
    path: str
    old: str
    new: str
    told: tuple


def plant(law, fault, steps, path, old, new, *told):
    """A row: the law, what is planted, and the rest of it."""
    planted = Planted(steps, path, old, new, (f"law {law} · ", *told))
    return pytest.param(planted, id=f"law {law}: {fault}")


WHEEL = 'drives(19, "the wheel is a straight", "5♦ 4♦ 3♣ 2♦ A♥", "A♣ A♥ A♦ K♣ Q♠")'
HIGH_CARD = "return (HIGH_CARD, [card for group in groups for card in group])"
A_TEST = "\n\ndef test_nothing(poker):\n    assert poker\n"
STRAIGHT_GUARD = "if a.value - e.value == 4:"

EDITS = [
    plant(
        1,
        "a test is green too early",
        "18-19",
        "tests/suite/test_hands.py",
        WHEEL,
        WHEEL.replace("5♦ 4♦ 3♣ 2♦ A♥", "6♦ 5♦ 4♣ 3♦ 2♥"),
        "step_18_straight",
        "the wheel is a straight",
        "green before it",
    ),
    plant(
        1,
        "a step does not make its test green",
        "18-19",
        "step_19/poker.py",
        "b.value == 5",
        "b.value == 6",
        "step_19_wheel",
        "the wheel is a straight",
        "is red here",
    ),
    plant(
        1,
        "a later step breaks an older test",
        "18-19",
        "step_19/poker.py",
        'VALUES = "23456789TJQKA"',
        'VALUES = "23456789TJKQA"',
        "step_19_wheel",
        "a king beats a queen",
        "is red here",
    ),
    plant(
        1,
        "a guard was red when it was written",
        "18-19",
        "tests/suite/test_hands.py",
        WHEEL,
        WHEEL.replace("drives", "guards"),
        "step_18_straight",
        "the wheel is a straight",
        "guards step 19, but is red here",
    ),
    plant(
        2,
        "None is compared",
        "18-19",
        "step_18/poker.py",
        HIGH_CARD,
        "return None",
        "step_18_straight",
        "the wheel is a straight",
        "TypeError",
    ),
    plant(
        2,
        "a shape is not known",
        "18-19",
        "step_18/poker.py",
        HIGH_CARD,
        "raise NotImplementedError(groups)",
        "step_18_straight",
        "the wheel is a straight",
        "NotImplementedError",
    ),
    plant(
        2,
        "the step asserts by itself",
        "18-19",
        "step_18/poker.py",
        HIGH_CARD,
        "assert not groups",
        "step_18_straight",
        "the wheel is a straight",
        "AssertionError",
    ),
    plant(
        2,
        "a name is missing inside the step",
        "18-19",
        "step_18/poker.py",
        HIGH_CARD,
        "return groups.nothing",
        "step_18_straight",
        "the wheel is a straight",
        "AttributeError",
    ),
    plant(
        2,
        "the step gives None where a card is asked for",
        "5-6",
        "step_05/poker.py",
        "return 2 + VALUES.index(text[0])",
        "return None",
        "step_05_flush_fake",
        "hearts are read",
        "AttributeError",
    ),
    plant(
        2,
        "the step does not compile",
        "18-19",
        "step_18/poker.py",
        "def flush(cards):",
        "def flush(cards:",
        "step_18_straight",
        "the wheel is a straight",
        "SyntaxError",
    ),
    plant(
        2,
        "the step imports what is not there",
        "18-19",
        "step_18/poker.py",
        "from typing import NamedTuple",
        "from typing import NamedTuple, Nothing",
        "step_18_straight",
        "the wheel is a straight",
        "ImportError",
    ),
    plant(
        2,
        "the program breaks",
        "35-36",
        "step_35/poker.py",
        'VALUES = "23456789TJQKA"',
        'VALUES = "23456789TJQKA"\nif __name__ == "__main__":\n    raise OSError',
        "step_35_scores",
        "the program marks the customer's file",
        "OSError",
    ),
    plant(
        3,
        "a refactoring loses a stage",
        "23-24",
        "step_24/poker.py",
        "        promote_flush,\n",
        "",
        "step_24_pipeline",
        "a flush beats a straight",
        "was green on step_23_promote_straight and is red after a refactoring",
    ),
    plant(
        4,
        "a test has no mark",
        "1-2",
        "tests/suite/test_cards.py",
        "VALUES = [",
        f"{A_TEST}\n\nVALUES = [",
        "test_nothing",
        "mark it with one drives(N) or guards(N)",
    ),
    plant(
        4,
        "a test has two marks",
        "1-2",
        "tests/suite/test_cards.py",
        "@pytest.mark.drives(1)",
        "@pytest.mark.drives(1)\n@pytest.mark.guards(2)",
        "test_a_card_equals_itself",
        "mark it with one drives(N) or guards(N)",
    ),
    plant(
        4,
        "a test drives a step that is none",
        "1-2",
        "tests/suite/test_cards.py",
        "@pytest.mark.drives(1)",
        "@pytest.mark.drives(99)",
        "test_a_card_equals_itself",
        "there is no step 99",
    ),
    plant(
        4,
        "a test runs on no step",
        "1-2",
        "tests/suite/test_cards.py",
        "def test_a_card_equals_itself(poker):\n    assert poker",
        "def test_a_card_equals_itself():\n    import poker\n    assert poker",
        "test_a_card_equals_itself",
        "runs on no step",
    ),
    plant(
        4,
        "a test is marked to be skipped",
        "1-2",
        "tests/suite/test_cards.py",
        "@pytest.mark.drives(1)",
        "@pytest.mark.drives(1)\n@pytest.mark.skipif('sys')",
        "test_a_card_equals_itself",
        "marked skipif",
    ),
    plant(
        4,
        "a test skips itself",
        "1-2",
        "tests/suite/test_cards.py",
        '    assert poker.card("6♣") == poker.card("6♣")',
        '    pytest.skip("not today")',
        "step_01_fake_it",
        "a card equals itself",
        "skipped",
    ),
    plant(
        4,
        "a test excuses itself",
        "1-2",
        "tests/suite/test_cards.py",
        '    assert poker.card("6♣") == poker.card("6♣")',
        '    pytest.xfail("not today")',
        "step_01_fake_it",
        "a card equals itself",
        "skipped",
    ),
    plant(
        4,
        "a test does not run on one step",
        "1-2",
        "tests/suite/conftest.py",
        "    for item in items:\n",
        "    items[:] = [item for item in items if '01-a six' not in item.nodeid]\n    for item in items:\n",
        "step_01_fake_it",
        "a six beats a five",
        "missing",
    ),
    plant(
        5,
        "a line that no test asks for",
        "18-19",
        "step_19/poker.py",
        '    """Are these cards all of one suit?"""\n',
        '    """Are these cards all of one suit?"""\n    if not cards:\n        return False\n',
        "step_19_wheel",
        "poker.py",
        "no test green by then reaches it",
    ),
    plant(
        5,
        "a branch that no test asks for",
        "18-19",
        "step_19/poker.py",
        '    """Are these cards all of one suit?"""\n',
        '    """Are these cards all of one suit?"""\n    if cards:\n        cards = list(cards)\n',
        "step_19_wheel",
        "poker.py",
        "the branch from line",
    ),
    plant(
        5,
        "a line that only a later test asks for",
        "18-19",
        "step_18/poker.py",
        "        case _:\n",
        "        case [[a], [b], *_] if (a.value, b.value) == (14, 5):\n"
        "            return (HIGH_CARD, [a, b])\n        case _:\n",
        "step_18_straight",
        "poker.py",
        "no test green by then reaches it",
    ),
    plant(
        6,
        "a step imports another step",
        "18-19",
        "step_19/poker.py",
        "from typing import NamedTuple",
        "from typing import NamedTuple\n\nfrom steps.step_18_straight.poker import flush as flush_",
        "step_19_wheel",
        "imports steps.step_18_straight.poker",
    ),
    plant(
        6,
        "a step imports the tooling",
        "18-19",
        "step_19/poker.py",
        "from typing import NamedTuple",
        "from typing import NamedTuple\n\nimport dojo.steps",
        "step_19_wheel",
        "imports dojo.steps",
    ),
    plant(
        6,
        "what stands beside a step imports the tooling",
        "49-50",
        "step_50/bulk.py",
        "import poker\n",
        "import poker\nimport dojo.steps\n",
        "step_50_in_bulk",
        "bulk.py:",
        "imports dojo.steps",
    ),
    plant(
        6,
        "a step imports what only stands beside it",
        "49-50",
        "step_50/poker.py",
        "import sys\nfrom array",
        "import sys\nimport numpy\nfrom array",
        "step_50_in_bulk",
        "poker.py:",
        "imports numpy",
    ),
    plant(
        7,
        "a story quotes what stands in no file beside the step",
        "49-50",
        "step_50/README.md",
        "    bits, keys = both.T\n",
        "    keys, bits = both.T\n",
        "step_50_in_bulk",
        "this code stands nowhere",
    ),
    plant(
        6,
        "an exchange is told twice",
        "18-19",
        "step_19/README.md",
        "ex. 145",
        "ex. 144–145",
        "step_19_wheel",
        "tells exchange 144, which step_18_straight tells already",
    ),
    plant(
        6,
        "an exchange is told by no story",
        "35-36",
        "step_36/README.md",
        "ex. 238–242",
        "ex. 238–241",
        "no story tells exchange 242",
    ),
    plant(
        6,
        "an exchange that the dialogue has not",
        "35-36",
        "step_36/README.md",
        "ex. 238–242",
        "ex. 238–243",
        "step_36_program",
        "the dialogue has no exchange 243",
    ),
    plant(
        6,
        "a chapter has two names",
        "18-19",
        "step_19/README.md",
        "Straight and flush",
        "Straights and flushes",
        "step_19_wheel",
        "calls chapter 5 Straights and flushes, which was Straight and flush before",
    ),
    plant(
        7,
        "a story has no head",
        "18-19",
        "step_19/README.md",
        "*Chapter 5 · Straight and flush · test first · ex. 145*",
        "Chapter 5, on straights",
        "step_19_wheel",
        "have not the form # Step 07",
    ),
    plant(
        7,
        "a story quotes code that stands nowhere",
        "18-19",
        "step_19/README.md",
        "            return (STRAIGHT, [b, c, d, e, a])",
        "            return (STRAIGHT, [a, b, c, d, e, a])",
        "step_19_wheel",
        "this code stands nowhere",
    ),
    plant(
        7,
        "a story leaves out a line of code",
        "18-19",
        "step_19/README.md",
        "        case [[a], [b], [c], [d], [e]] if a.value == 14 and b.value == 5:\n",
        "        case _:\n",
        "step_19_wheel",
        "this code stands nowhere",
    ),
    plant(
        7,
        "a story quotes a failure that does not happen",
        "18-19",
        "step_19/README.md",
        "E       AssertionError: 5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠",
        "E       AssertionError: 6♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠",
        "step_19_wheel",
        "this failure does not happen",
    ),
    plant(
        7,
        "a failure that does not happen stands below an empty line",
        "18-19",
        "step_19/README.md",
        "E       AssertionError: 5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠",
        "E       AssertionError: 5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠\n\n\n\nE       no such line",
        "step_19_wheel",
        "this failure does not happen",
    ),
    plant(
        7,
        "a story quotes nothing",
        "18-19",
        "step_19/README.md",
        """>       assert left > right, f"{stronger} should beat {weaker}"
E       AssertionError: 5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠
""",
        "",
        "step_19_wheel",
        "an empty block",
    ),
    plant(
        7,
        "a story names a function that the code does not have",
        "18-19",
        "step_19/README.md",
        "cases of `ranking`",
        "cases of `rank_groups`",
        "step_19_wheel",
        "nothing is called `rank_groups`",
    ),
    plant(
        7,
        "a story has its headings in another order",
        "18-19",
        "step_19/README.md",
        "## Green",
        "## Refactor",
        "step_19_wheel",
        "its headings are Red, Refactor, What to notice",
    ),
    plant(
        7,
        "a story ends without a question",
        "18-19",
        "step_19/README.md",
        "**Ask the room:**",
        "Ask the room:",
        "step_19_wheel",
        "its last paragraph is not a question",
    ),
    plant(
        7,
        "a story calls itself a refactoring",
        "18-19",
        "step_19/README.md",
        "test first",
        "refactoring",
        "step_19_wheel",
        "says refactoring, but a test drives it",
    ),
    plant(
        7,
        "a story has the number of another step",
        "18-19",
        "step_19/README.md",
        "# Step 19 ·",
        "# Step 18 ·",
        "step_19_wheel",
        "calls itself step 18",
    ),
    plant(
        8,
        "the steps are imported as Python imports",
        "1-2",
        "tests/suite/conftest.py",
        "        return self.source_to_code(self.get_data(self.path), self.path)",
        "        return super().get_code(_name)",
        "step_00_nothing_yet",
        "stale bytecode was run",
    ),
]


@pytest.fixture(scope="module")
def gates(request, tmp_path_factory):
    """What the gate says of each row that is to be tried: as many at a time as there are cores."""

    def gate(planted):
        workspace = copied(tmp_path_factory.mktemp("planted"))
        workspace.edit(planted.path, planted.old, planted.new)
        return workspace.gate(planted.steps)

    items = [item for item in request.session.items if "gates" in item.fixturenames]
    rows = [item.callspec.params["planted"] for item in items]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return dict(zip(rows, pool.map(gate, rows), strict=True))


@pytest.mark.parametrize("planted", EDITS)
def test_the_gate_names_what_is_planted(gates, planted):
    gate = gates[planted]
    lines = gate.stderr.splitlines()
    assert gate.returncode == 1
    assert [line for line in lines if all(word in line for word in planted.told)], gate.stderr
    assert "Traceback" not in gate.stderr


def test_the_gate_is_open_where_nothing_is_planted(workspace):
    gate = workspace.gate("18-19")
    assert (gate.returncode, gate.stderr) == (0, "")
    assert gate.stdout.startswith("The eight laws hold: ")


def rename(old, new):
    def planted(workspace):
        folder = workspace.path(f"{old}/poker.py").parent
        folder.rename(folder.with_name(new))

    return planted


def delete(path):
    def planted(workspace):
        workspace.path(path).unlink()

    return planted


FOLDERS = [
    pytest.param(
        rename("step_19", "step_37_wheel"),
        ["law 6 · step_20_flush_hand", "a number is missing"],
        id="a step is gone from its place",
    ),
    pytest.param(
        rename("step_19", "step_18_wheel"),
        ["law 6 · step_18_wheel", "has the same number as step_18_straight"],
        id="two steps have one number",
    ),
    pytest.param(
        rename("step_19", "step_nineteen"),
        ["law 6 · step_nineteen", "is called step_NN_slug"],
        id="a step has no number",
    ),
    pytest.param(
        rename("step_00", "step_37_nothing"),
        ["law 6 · step_01_fake_it", "start with 00"],
        id="no step 00",
    ),
    pytest.param(
        delete("step_19/README.md"), ["law 6 · step_19_wheel · README.md"], id="a step has no story"
    ),
    pytest.param(delete("step_19/poker.py"), ["law 6 · step_19_wheel · poker.py"], id="a step has no module"),
]


@pytest.mark.parametrize(("planted", "told"), FOLDERS)
def test_the_gate_names_a_folder_that_is_wrong(workspace, planted, told):
    planted(workspace)
    gate = workspace.gate("1-2")
    assert gate.returncode == 1
    assert [line for line in gate.stderr.splitlines() if all(word in line for word in told)], gate.stderr
    assert "Traceback" not in gate.stderr
