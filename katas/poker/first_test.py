"""Your own tests: they run beside those of the suite, and before them."""

import poker


def test_a_card_equals_itself():
    assert poker.card("6♣") == poker.card("6♣")
