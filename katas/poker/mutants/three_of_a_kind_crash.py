"""Every hand with three of a kind crashes.

A first stab in Clojure: a predicate that has its first argument already is given another one.

step: 24
theme: groups
shown by: 7♦ 5♣ 4♠ 3♥ 2♦ against 2♦ 2♣ 4♠ 2♥ A♦
riddle: It has too many arguments.
hint: Not a wrong answer: none at all.
"""

from finished import the_rest


def rank(groups):
    """The hand that the shape of the groups makes."""
    if has_three(groups):
        return has_three(3, groups)
    return right_rank(groups)


def has_three(groups):
    """Are there three cards of one value, and no four?"""
    return len(groups[0]) == 3


the_rest(globals())
