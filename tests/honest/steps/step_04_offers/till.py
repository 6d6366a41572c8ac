"""A till."""

from collections import Counter
from dataclasses import dataclass

PRICES = {"A": 50, "B": 30}


@dataclass(frozen=True)
class Offer:
    """So many of an item cost so much less."""

    item: str
    count: int
    less: int


OFFERS = [Offer("A", 3, 20), Offer("B", 2, 15)]


class NotSold(ValueError):
    """An item that has no price."""


def price(items):
    """What some items cost together, in cents."""
    for item in items:
        if item not in PRICES:
            raise NotSold(f"{item} is not sold here")
    bought = Counter(items)
    less = sum(bought[offer.item] // offer.count * offer.less for offer in OFFERS)
    return sum(PRICES[item] for item in items) - less
