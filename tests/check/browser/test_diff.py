"""Two steps side by side on the board differ in as many lines as git says."""


def test_two_long_steps_have_the_numbers_of_git(seen):
    """`git diff --no-index --numstat` has 44 lines added, and 69 removed."""
    board = seen("poker_board", "#compare-92-93")
    assert board.locator("#compared .fresh .line").count() == 44
    assert board.locator("#compared .old .line").count() == 69
