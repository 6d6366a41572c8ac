"""Two thousand evenings made at random: what `make test` asks of a few."""

import pytest
from tracing import test_property, test_scripts
from tracing.readers import export as export  # a fixture
from tracing.script import Evening

SEEDS = range(27, 2000)
PARTS = 8
"""Each is a test of its own, so that they run beside each other."""


def test_a_crash_of_the_whole_file_changes_nothing():
    for seed in SEEDS:
        test_property.test_a_crash_of_the_whole_file_changes_nothing_of_what_is_said_of_a_test(seed)


def test_prove_and_lights_agree():
    for seed in SEEDS:
        test_property.test_prove_says_never_red_of_each_test_of_which_lights_says_it(seed)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_verb_says_what_the_script_of_an_evening_knows(part, export):
    for seed in SEEDS[part::PARTS]:
        evening = Evening(seed)
        test_scripts.test_make_lights_says_which_tests_were_never_red_and_which_were_deleted(evening)
        test_scripts.test_make_prove_says_how_each_test_came_to_be_green(evening)
        test_scripts.test_a_room_and_a_retro_know_how_each_test_came_to_be_green(evening)
        test_scripts.test_each_verb_says_the_same_of_code_that_changed_in_green(evening)
        test_scripts.test_make_keep_names_the_tests_that_turned_green_and_what_no_test_was_there_for(
            evening, export
        )
        test_scripts.test_make_next_says_it_of_the_participants_tests(evening)
