"""A till."""

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

PRICES = {"A": 50, "B": 30}


@dataclass(frozen=True)
class Offer:
    """So many of an item cost so much less."""

    item: str
    count: int
    less: int

    def saved(self, bought):
        """How much less these items cost."""
        return bought[self.item] // self.count * self.less


OFFERS = [Offer("A", 3, 20), Offer("B", 2, 15)]


class NotSold(ValueError):
    """An item that has no price."""


def price(items):
    """What some items cost together, in cents."""
    for item in items:
        if item not in PRICES:
            raise NotSold(f"{item} is not sold here")
    bought = Counter(items)
    less = sum(offer.saved(bought) for offer in OFFERS)
    return sum(PRICES[item] for item in items) - less


def euros(cents):
    """An amount, as it is printed."""
    return f"{cents / 100:.2f} €"


def average(items):
    """What an item costs on average, in cents; nothing where there is none."""
    return price(items) / len(items) if items else 0.0


def receipts(lines):
    """A line for each customer."""
    for number, line in enumerate(lines, 1):
        items = line.split()
        try:
            yield f"{number}: {euros(price(items))}"
        except NotSold as error:
            yield f"{number}: {error}"


def receipts_of(file):
    """The receipts of the customers in a file."""
    with Path(file).open(encoding="utf-8") as lines:
        return list(receipts(lines))


if __name__ == "__main__":
    for receipt in receipts(sys.stdin):
        print(receipt)
