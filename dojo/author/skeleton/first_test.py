"""Your own tests: they run beside those of the suite, and before them."""

import kata_name


def test_the_first_example():
    assert kata_name.answer("a question") == "its answer"
