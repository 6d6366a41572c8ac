"""Your own tests: they run beside those of the suite, and before them."""

import tennis


def test_a_game_begins_at_love_all():
    assert tennis.Game("Ann", "Bo").score() == "love all"
