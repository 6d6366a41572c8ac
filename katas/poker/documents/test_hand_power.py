"""The two comparisons that hand power (Scala) works out on the page, asked of `poker`; the suits are ours."""

import poker


def test_fives_over_tens_lose_to_nines_over_twos():
    assert poker.compare("5♠ 5♥ 5♦ T♣ T♥", "9♠ 9♥ 9♦ 2♣ 2♥") == "lose"


def test_aces_and_tens_win_over_aces_and_nines():
    assert poker.compare("T♠ T♥ A♦ A♣ 4♥", "9♠ 9♥ A♠ A♥ 5♥") == "win"
