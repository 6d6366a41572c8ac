"""Evenings made at random, from a seed: the saves that somebody makes, and the same with crashes between."""

import random
from collections.abc import Sequence

CODE = ["stub", "zero", "fake", "text", "other_text", "fizz", "crash", "tell", "text#"]
TESTS = ["one", "two", "three", "one_or_so", "one_is_none", "tell_one", "tell_more", "first", "table"]
# these break the file while it is imported, so no test of it says anything
CRASHES = ["slip", "asks", "misspelt"]


def made_evening(seed: int) -> list[str]:
    """The saves of an evening: code and tests change, are deleted and come back; sometimes `make back`."""
    chance = random.Random(seed)
    saves, code, judged = ["-"], "-", [1]
    tests: list[str] = []
    while len(saves) < chance.randint(8, 24):
        if chance.random() < 0.1:
            saves.append(f"back to={chance.choice(judged)}")
            continue
        if chance.random() < 0.7:
            code = chance.choice(CODE)
        if chance.random() < 0.6:
            tests = chance.sample(TESTS, chance.randint(0, 3))
        saves.append(f"{code} {'+'.join(tests)}".strip())
        judged.append(len(saves))
    return saves


def with_crashes(saves: Sequence[str], seed: int) -> tuple[list[str], dict[int, int]]:
    """The same saves, some with another one after them that breaks the whole file; and where each is now."""
    chance = random.Random(seed)
    found: list[str] = []
    places: dict[int, int] = {}
    for number, save in enumerate(saves, 1):
        if save.startswith("back "):
            # what was gone back to has another number now
            save = f"back to={places[int(save.partition('=')[2])]}"
        found.append(save)
        places[number] = len(found)
        tests = save.partition(" ")[2]
        # what `make back` brings may crash, too, but nothing is saved there
        if tests and not save.startswith("back ") and chance.random() < 0.3:
            found.append(f"{chance.choice(CRASHES)} {tests}")
    return found, places
