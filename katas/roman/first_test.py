"""Your own tests: they run beside those of the suite, and before them."""

import roman


def test_one_is_one_stroke():
    assert roman.to_roman(1) == "I"
