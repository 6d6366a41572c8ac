"""What the umpire calls in a game: these tests are given, and green from the start."""

import pytest
from rows import guards

NAMES = {"A": "Ann", "B": "Bo"}


def play(game, points):
    """Play some points: A is one for Ann, who serves, and B is one for Bo."""
    for letter in points:
        game.point(NAMES[letter])
    return game


CALLS = [
    guards(0, "a game begins at love all", "", "love all"),
    guards(0, "one point is fifteen", "A", "fifteen love"),
    guards(0, "the points of the server are called first", "B", "love fifteen"),
    guards(0, "a point each is fifteen all", "AB", "fifteen all"),
    guards(0, "two points are thirty", "AAB", "thirty fifteen"),
    guards(0, "two points each are thirty all", "ABAB", "thirty all"),
    guards(0, "three points are forty", "AAA", "forty love"),
    guards(0, "the receiver may have forty", "BBB", "love forty"),
    guards(0, "forty and thirty are called", "AABBA", "forty thirty"),
    guards(0, "forty all is deuce", "ABABAB", "deuce"),
    guards(0, "after deuce a point is an advantage", "ABABABA", "advantage Ann"),
    guards(0, "the receiver may have the advantage", "ABABABB", "advantage Bo"),
    guards(0, "an advantage may be lost again", "ABABABAB", "deuce"),
    guards(0, "four points win", "AAAA", "game Ann"),
    guards(0, "the receiver may win", "BBBB", "game Bo"),
    guards(0, "from forty thirty a point wins", "AABBAA", "game Ann"),
    guards(0, "an advantage and a point win", "ABABABAA", "game Ann"),
    guards(0, "the receiver may win after deuce", "ABABABBB", "game Bo"),
    guards(6, "it is the points that count, not their order", "BBBAAA", "deuce"),
    guards(6, "an advantage may change hands", "ABABABABB", "advantage Bo"),
    guards(8, "a long game ends, too", "ABABABABABABAA", "game Ann"),
]


@pytest.mark.parametrize(("points", "call"), CALLS)
def test_a_call(tennis, points, call):
    assert play(tennis.Game("Ann", "Bo"), points).score() == call


@pytest.mark.guards(0)
def test_each_point_is_called(tennis):
    game, calls = tennis.Game("Ann", "Bo"), []
    for letter in "AABBBABAA":
        calls.append(play(game, letter).score())
    assert calls == [
        "fifteen love",
        "thirty love",
        "thirty fifteen",
        "thirty all",
        "thirty forty",
        "deuce",
        "advantage Bo",
        "deuce",
        "advantage Ann",
    ]


@pytest.mark.guards(0)
def test_a_call_may_be_asked_for_again(tennis):
    game = play(tennis.Game("Ann", "Bo"), "AB")
    assert [game.score(), game.score()] == ["fifteen all", "fifteen all"]


@pytest.mark.guards(7)
def test_two_games_have_points_of_their_own(tennis):
    first, second = tennis.Game("Ann", "Bo"), tennis.Game("Ann", "Bo")
    first.point("Ann")
    assert second.score() == "love all"


@pytest.mark.guards(7)
def test_the_players_may_have_any_names(tennis):
    game, calls = tennis.Game("Zoe", "Al"), []
    for player in ["Zoe", "Zoe", "Al", "Zoe", "Zoe"]:
        game.point(player)
        calls.append(game.score())
    assert calls == ["fifteen love", "thirty love", "thirty fifteen", "forty fifteen", "game Zoe"]
