"""Chapters 1 and 2: a card is worth its value, and keeps its suit."""

import pytest
from rows import drives, guards


@pytest.mark.drives(1)
def test_a_card_equals_itself(poker):
    assert poker.card("6♣") == poker.card("6♣")
