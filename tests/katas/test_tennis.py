"""Tennis: every call of a game, up to twelve points each, on every step; and every call of a new rule.

What is right is worked out here in a way that no step takes: from a table of all calls before deuce, and from
the difference after it.
"""

from functools import cache, partial

import pytest
from helpers import TOP

from dojo.story.story import read_story
from katas.cases import load
from katas.poker.inputs import Answers, Input

STORY = read_story(TOP / "katas" / "tennis")
FUNCTIONS: set[str] = set()
"""All games are called through the same methods: a mutant cannot name those that show it."""
MOST = 12
"""Points of a player, at most."""
BEFORE_DEUCE = """\
love all,        love fifteen,    love thirty,    love forty,    game Bo
fifteen love,    fifteen all,     fifteen thirty, fifteen forty, game Bo
thirty love,     thirty fifteen,  thirty all,     thirty forty,  game Bo
forty love,      forty fifteen,   forty thirty
game Ann,        game Ann,        game Ann
"""
"""A row for each number of points of Ann, who serves."""
TABLE = [[call.strip() for call in line.split(",")] for line in BEFORE_DEUCE.splitlines()]


def after_deuce(ahead, lead):
    """What is called so many points ahead (behind, below zero), where a lead wins."""
    leader = "Ann" if ahead > 0 else "Bo"
    if not ahead:
        return "deuce"
    return f"{'game' if abs(ahead) >= lead else 'advantage'} {leader}"


def right(name, ann, bo):
    """What is called, by the rules, while a game goes on and when it ends."""
    if name == "TieBreak":
        if max(ann, bo) >= 7 and abs(ann - bo) >= 2:
            return after_deuce(ann - bo, 2)
        return f"{ann} all" if ann == bo else f"{ann} {bo}"
    if min(ann, bo) >= 3:
        return after_deuce(ann - bo, 1 if name == "ShortGame" else 2)
    return TABLE[ann][bo]


def games(name):
    """The points of each game of this kind, as far as it goes on, one order of each: A for Ann, B for Bo."""
    open_games, found = [""], [""]
    seen = {(0, 0)}
    while open_games:
        for points in [f"{open_games[0]}A", f"{open_games[0]}B"]:
            count = points.count("A"), points.count("B")
            if count in seen or max(count) > MOST:
                continue
            seen.add(count)
            found.append(points)
            if not right(name, *count).startswith("game"):
                open_games.append(points)
        del open_games[0]
    return found


def answer(name, points, tennis):
    """What is called after some points."""
    game = vars(tennis)[name]("Ann", "Bo")
    for letter in points:
        game.point({"A": "Ann", "B": "Bo"}[letter])
    return game.score()


def ask_twice(_, tennis):
    """What is called when somebody asks again."""
    game = tennis.Game("Ann", "Bo")
    game.point("Ann")
    return [game.score(), game.score()]


def play_two(_, tennis):
    """What is called in a game while another one is played."""
    first, second = tennis.Game("Ann", "Bo"), tennis.Game("Ann", "Bo")
    first.point("Ann")
    return second.score()


def play_others(_, tennis):
    """What is called after each point of other players."""
    game, calls = tennis.Game("Zoe", "Al"), []
    for player in ["Zoe", "Zoe", "Al"]:
        game.point(player)
        calls.append(game.score())
    return calls


CALLED = [(name, points) for name in ("Game", "ShortGame", "TieBreak") for points in games(name)]
ASKED = [
    *((name, f"{name}: {points or 'nothing'}", points) for name, points in CALLED),
    ("Game", "Game: A, and asked twice", ask_twice),
    ("Game", "Game: A, and another game", play_two),
    ("Game", "Game: Zoe and Al play", play_others),
]


def ask(name, given, tennis):
    """What a version answers to one of these."""
    return given(name, tennis) if callable(given) else answer(name, given, tennis)


@cache
def answers(code):
    """What a version answers to each of these."""
    inputs = (Input(0, told, partial(ask, name, given)) for name, told, given in ASKED)
    return Answers(load(code), inputs)


def calls_of(step, name):
    """What a step calls in each of these games."""
    tennis = load(step.code)
    return {points: answer(name, points, tennis) for points in games(name)}


def right_calls(name):
    """What it should call."""
    return {points: right(name, points.count("A"), points.count("B")) for points in games(name)}


@pytest.mark.parametrize("step", STORY.steps, ids=lambda step: step.name)
def test_no_refactoring_changes_a_call(step):
    assert calls_of(step, "Game") == right_calls("Game")


@pytest.mark.parametrize(("number", "name"), [(10, "ShortGame"), (12, "ShortGame"), (12, "TieBreak")])
def test_a_new_rule_is_right_about_every_game(number, name):
    assert calls_of(STORY.step(number), name) == right_calls(name)


def test_all_steps_are_refactorings_but_those_of_the_new_rules():
    assert [step.number for step in STORY.steps if step.kind == "refactoring"] == [*range(1, 10), 11]
    assert [step.number for step in STORY.designs] == [12]
