"""A till."""

PRICES = {"A": 50, "B": 30}


def price(items):
    """What some items cost together, in cents."""
    return sum(PRICES[item] for item in items)
