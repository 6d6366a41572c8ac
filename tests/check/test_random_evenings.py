"""Two thousand evenings made at random: what `make test` asks of a few."""

from tracing import test_property

SEEDS = range(30, 2000)


def test_a_crash_of_the_whole_file_changes_nothing():
    for seed in SEEDS:
        test_property.test_a_crash_of_the_whole_file_changes_nothing_of_what_is_said_of_a_test(seed)


def test_prove_and_lights_agree():
    for seed in SEEDS:
        test_property.test_prove_says_never_red_of_each_test_of_which_lights_says_it(seed)
