"""Your own tests: they run beside those of the suite, and before them."""

import rover


def test_a_rover_that_has_landed_reports():
    assert rover.Rover(0, 0, "N").go("") == "0 0 N"
