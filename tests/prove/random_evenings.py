"""Evenings made at random, from a seed: the saves that somebody makes, and the same with crashes between."""

import random
from collections.abc import Sequence

from prove.evening import Save, back, save

# by its name in prove.evening.CODE, and the comments above it
CODE = [("stub", 0), ("zero", 0), ("fake", 0), ("text", 0), ("other_text", 0), ("fizz", 0), ("crash", 0)]
CODE += [("tell", 0), ("text", 1)]
TESTS = ["one", "two", "three", "one_or_so", "one_is_none", "tell_one", "tell_more", "first", "table"]
# these break the file while it is imported, so no test of it says anything
CRASHES = ["slip", "asks", "misspelt"]


def made_evening(seed: int) -> list[Save]:
    """The saves of an evening: code and tests change, are deleted and come back; sometimes `make back`."""
    chance = random.Random(seed)
    saves = [save()]
    code, comments = "", 0
    judged = [1]
    tests: list[str] = []
    while len(saves) < chance.randint(8, 24):
        if chance.random() < 0.1:
            saves.append(back(to=chance.choice(judged)))
            continue
        if chance.random() < 0.7:
            code, comments = chance.choice(CODE)
        if chance.random() < 0.6:
            tests = chance.sample(TESTS, chance.randint(0, 3))
        saves.append(save(code, *tests, comments=comments))
        judged.append(len(saves))
    return saves


def with_crashes(saves: Sequence[Save], seed: int) -> tuple[list[Save], dict[int, int]]:
    """The same saves, some with another one after them that breaks the whole file; and where each is now."""
    chance = random.Random(seed)
    found: list[Save] = []
    places: dict[int, int] = {}
    for number, saved in enumerate(saves, 1):
        if saved.to is not None:
            # what was gone back to has another number now
            found.append(back(to=places[saved.to]))
        else:
            found.append(saved)
        places[number] = len(found)
        # what `make back` brings may crash, too, but nothing is saved there
        if saved.tests and chance.random() < 0.3:
            found.append(save(chance.choice(CRASHES), *saved.tests))
    return found, places
