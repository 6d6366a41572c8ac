"""What `make exhaustive` finds wrong: its own run takes minutes, so its findings are tried on made ones."""

from io import StringIO

import pytest
from rich.console import Console

from dojo.exhaustive import CLASSES, DESIGNS, KNOWN, Found, deals, faults, signature, table
from dojo.steps import all_steps

ORDER = [(str(n), False) for n in range(CLASSES)]
RIGHT = Found("step_40", dict(KNOWN), ORDER, [1, 2, 3], [])


def test_nothing_is_wrong_with_what_is_right():
    assert list(faults([RIGHT, RIGHT._replace(step="step_44")])) == []


WRONG = [
    pytest.param({"counts": KNOWN | {"Flush": 5_107}}, "5,107 hands are Flush, not 5,108", id="a count"),
    pytest.param({"counts": {}}, "0 hands are Straight Flush, not 40", id="a ranking that never comes"),
    pytest.param({"order": ORDER[1:]}, "7,461 classes of strength, not 7,462", id="a class too few"),
    pytest.param(
        {"order": [ORDER[1], ORDER[0], *ORDER[2:]]},
        "puts the classes in another order than step_40",
        id="two classes the other way round",
    ),
    pytest.param({"bests": [1, 2, 4]}, "finds another best in deal 2 than step_40", id="another best"),
    pytest.param({"faults": ["2 and 3 are equal"]}, "2 and 3 are equal", id="what it saw by itself"),
]


@pytest.mark.parametrize(("change", "said"), WRONG)
def test_what_differs_is_named(change, said):
    assert f"step_44: {said}" in list(faults([RIGHT, RIGHT._replace(step="step_44", **change)]))


def test_the_table_shows_numbers_only_where_they_are_not_the_known_ones():
    wrong = RIGHT._replace(step="step_44_predicates", counts=KNOWN | {"Flush": 5_107})
    console = Console(width=80, file=StringIO())
    console.print(table([RIGHT, wrong]))
    lines = [line.split() for line in console.file.getvalue().splitlines()]
    assert lines[0] == ["known", "40", "44"]
    assert ["Flush", "5,108", "·", "5,107"] in lines
    assert ["Straight", "10,200", "·", "·"] in lines
    assert ["classes", "7,462", "·", "·"] in lines


def test_the_known_counts_are_all_hands():
    assert sum(KNOWN.values()) == 2_598_960


def test_a_signature_is_values_and_whether_the_suits_are_one():
    assert signature(("2♣", "3♣", "4♣", "5♣", "7♣")) == ("23457", True)
    assert signature(("2♣", "3♦", "4♣", "5♣", "7♣")) == ("23457", False)


def test_the_deals_are_always_the_same():
    first, again = deals(), deals()
    assert [next(first) for _ in range(5)] == [next(again) for _ in range(5)]


def test_the_designs_are_steps():
    assert set(DESIGNS) <= {step.number for step in all_steps()}
