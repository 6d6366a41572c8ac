"""Chapters 4 and 5: a short game, and a tie-break."""

import pytest
from rows import drives
from test_game import play

SHORT_GAMES = [
    drives(10, "after deuce the next point decides", "ABABABB", "game Bo"),
    drives(10, "the server may win that point", "ABABABA", "game Ann"),
    drives(10, "forty all is deuce in a short game, too", "ABABAB", "deuce"),
    drives(10, "a short game is called like any other", "AAB", "thirty fifteen"),
]


@pytest.mark.parametrize(("points", "call"), SHORT_GAMES)
def test_a_short_game(tennis, points, call):
    assert play(tennis.ShortGame("Ann", "Bo"), points).score() == call


TIE_BREAKS = [
    drives(12, "a tie-break is called in numbers", "AAB", "2 1"),
    drives(12, "a tie-break begins at 0 all", "", "0 all"),
    drives(12, "there is no deuce", "ABABAB", "3 all"),
    drives(12, "there is no advantage", "ABABABB", "3 4"),
    drives(12, "six points are not enough", "AAAAAA", "6 0"),
    drives(12, "seven points win", "BBBBBBB", "game Bo"),
    drives(12, "one point ahead is not enough", "ABABABABABABA", "7 6"),
    drives(12, "two points ahead win", "ABABABABABABAA", "game Ann"),
]


@pytest.mark.parametrize(("points", "call"), TIE_BREAKS)
def test_a_tie_break(tennis, points, call):
    assert play(tennis.TieBreak("Ann", "Bo"), points).score() == call
