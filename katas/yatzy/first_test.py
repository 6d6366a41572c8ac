"""Your own tests: they run beside those of the suite, and before them."""

import yatzy


def test_chance_is_the_sum_of_all_dice():
    assert yatzy.score([1, 2, 3, 4, 6], "chance") == 16
