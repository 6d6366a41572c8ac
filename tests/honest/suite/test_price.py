"""What some items cost."""

import random

import pytest
from rows import drives, guards
from till import NotSold

PRICES = [
    drives(1, "an apple costs 50", "A", 50),
    drives(2, "a bread costs 30", "B", 30),
    drives(2, "nothing costs nothing", "", 0),
    guards(3, "two items cost what each of them costs", "AB", 80),
    drives(4, "three apples cost 130", "AAA", 130),
    drives(4, "two breads cost 45", "BB", 45),
    guards(5, "of four apples one is no offer", "AAAA", 180),
    guards(5, "two offers at once", "AAABB", 175),
]


@pytest.mark.parametrize(("items", "cents"), PRICES)
def test_price(till, items, cents):
    assert till.price(items) == cents


@pytest.mark.drives(3)
@pytest.mark.parametrize("items", ["X", "AX"])
def test_what_is_not_sold_is_an_error(till, items):
    with pytest.raises(NotSold, match="X is not sold here"):
        till.price(items)


def same_in_any_order(till, items):
    """The order in which they are put on the belt says nothing."""
    belt = list(items)
    random.Random(7).shuffle(belt)
    assert till.price("".join(belt)) == till.price(items) == 305


@pytest.mark.guards(5)
def test_the_order_of_items_is_all_one(till):
    same_in_any_order(till, "ABABABAA")
