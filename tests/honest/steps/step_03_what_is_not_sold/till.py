"""A till."""

PRICES = {"A": 50, "B": 30}


class NotSold(ValueError):
    """An item that has no price."""


def price(items):
    """What some items cost together, in cents."""
    for item in items:
        if item not in PRICES:
            raise NotSold(f"{item} is not sold here")
    return sum(PRICES[item] for item in items)
