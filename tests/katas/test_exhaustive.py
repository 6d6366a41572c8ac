"""What `make exhaustive` finds wrong, and what it does not run again: on few cards, for all take minutes."""

import sys
from types import SimpleNamespace

import pytest

from dojo.story.steps import Step
from katas.poker import exhaustive, story
from katas.poker.exhaustive import CLASSES, DESIGNS, KNOWN, Found, deals, faults

ORDER = [(str(n), False) for n in range(CLASSES)]
RIGHT = Found("step_92", dict(KNOWN), ORDER, [1, 2, 3], [])
OTHER_WAY_ROUND = [ORDER[1], ORDER[0], *ORDER[2:]]
WRONG = {
    "a count": ({"counts": KNOWN | {"Flush": 5_107}}, "5,107 hands are Flush, not 5,108"),
    "a ranking that never comes": ({"counts": {}}, "0 hands are Straight Flush, not 40"),
    "a class too few": ({"order": ORDER[1:]}, "7,461 classes of strength, not 7,462"),
    "the order": ({"order": OTHER_WAY_ROUND}, "puts the classes in another order than step_92"),
    "another best": ({"bests": [1, 2, 4]}, "finds another best in deal 2 than step_92"),
    "what it saw by itself": ({"faults": ["2 and 3 are equal"]}, "2 and 3 are equal"),
}


@pytest.mark.parametrize(("found", "said"), WRONG.values(), ids=WRONG)
def test_what_differs_is_named(found, said):
    assert f"step_93: {said}" in list(faults([RIGHT, RIGHT._replace(step="step_93", **found)]))


def test_it_shows_a_table_of_what_is_not_as_it_is_known_and_ends_with_a_status(monkeypatch, capsys):
    other = RIGHT._replace(step="step_99", same="step_92")
    monkeypatch.setattr(exhaustive, "all_examined", lambda *_: [RIGHT, other])
    assert exhaustive.main() == 0
    assert capsys.readouterr().out.endswith("\nAll agree, also on 20,000 deals of seven cards.\n")
    wrong = RIGHT._replace(step="step_93", counts=KNOWN | {"Flush": 5_107})
    monkeypatch.setattr(exhaustive, "all_examined", lambda *_: [RIGHT, wrong, other])
    assert exhaustive.main() == 1
    said = capsys.readouterr().out
    lines = [line.split() for line in said.splitlines()]
    assert lines[0] == ["known", "92", "93", "99=92"]
    assert ["Flush", "5,108", "·", "5,107", "·"] in lines
    assert ["classes", "7,462", "·", "·", "·"] in lines
    assert said.endswith("\nstep_93: 5,107 hands are Flush, not 5,108\n")


def test_every_design_is_among_those_that_are_run_and_the_deals_are_always_the_same():
    assert {step.number for step in story().designs} <= set(DESIGNS)
    first, again = deals(), deals()
    assert [next(first) for _ in range(5)] == [next(again) for _ in range(5)]


@pytest.fixture
def few(monkeypatch):
    """From nines up, in three suits, there are 8,568 hands; what step 92 says of them is what is known."""
    monkeypatch.setattr(exhaustive, "DECK", [value + suit for value in "9TJQKA" for suit in "♣♦♥"])
    monkeypatch.setattr(exhaustive, "DEALS", 200)
    exhaustive.signatures.cache_clear()
    right = exhaustive.examine(story().step(92).module, "right")
    monkeypatch.setattr(exhaustive, "KNOWN", right.counts)
    monkeypatch.setattr(exhaustive, "CLASSES", len(right.order))
    yield right
    exhaustive.signatures.cache_clear()


def test_of_few_cards_everything_is_counted(few):
    """By hand: two straights of three suits; three of a kind, and two other cards of one value or two."""
    known, numbers = exhaustive.signatures()
    assert (len(numbers), len(known), sum(few.counts.values())) == (8_568, len(few.order), 8_568)
    assert [known[number] for number in numbers[:3]] == [("999TT", False), ("999TT", False), ("999TJ", False)]
    by_hand = {"Straight Flush": 6, "Straight": 480, "Full House": 90, "Three of a Kind": 540}
    assert {label: few.counts[label] for label in by_hand} == by_hand
    assert (len(few.bests), few.faults) == (200, [])


FLUSH, HOUSE = "    FLUSH = 5\n    FULL_HOUSE = 6\n", "    FULL_HOUSE = 5\n    FLUSH = 6\n"
BEST = "return candidate\n\n\ndef read_hand"
FOUR = BEST.replace("candidate", "Hand(candidate.ranking, candidate.cards[:4])")
SPAN = "a.value - e.value == 4"
PLANTED = {
    "suits break ties": (" = field(compare=False)", "", "differs in strength from a hand of"),
    "the last card does not count": (BEST, FOUR, " are equal"),
    "no straight to the king": (SPAN, f"{SPAN} != a.value - 9", "hands are Straight, not 480"),
    "the order of rankings": (FLUSH, HOUSE, "puts the classes in another order than right"),
    "the seventh card": ("(dealt, 5))\n", "(dealt[:6], 5))\n", "finds another best in deal"),
}


@pytest.mark.parametrize(("old", "new", "told"), PLANTED.values(), ids=PLANTED)
def test_a_wrong_design_is_found_out(few, tmp_path, old, new, told):
    code = story().step(92).code
    assert code.count(old) == 1
    module = tmp_path / "poker.py"
    module.write_text(code.replace(old, new), encoding="utf-8")
    found = exhaustive.examine(module, "wrong")
    assert [
        fault for fault in exhaustive.faults([few, found]) if fault.startswith("wrong: ") and told in fault
    ]
    assert len(found.faults) <= 5  # of many the first are named


def test_what_has_not_changed_is_not_run_again_also_under_another_name(tmp_path, monkeypatch):
    ran = []

    def examine(_module, name):
        ran.append(name)
        return RIGHT._replace(step=name, bests=[len(ran)])

    def run(**codes):
        """Of each code, by the name of its step: what stands in for it, and how many had run by then."""
        steps = [Step(tmp_path / name, "poker") for name in codes]
        for step, code in zip(steps, codes.values(), strict=True):
            step.folder.mkdir(exist_ok=True)
            step.module.write_text(code, encoding="utf-8")
        return [(one.step, one.same, *one.bests) for one in exhaustive.all_examined(steps)]

    monkeypatch.setattr(exhaustive, "examine", examine)
    monkeypatch.setattr(exhaustive, "story", lambda: SimpleNamespace(top=tmp_path))
    monkeypatch.setattr(exhaustive, "on_cores", map)
    assert run(step_40="# one") == run(step_40="# one") == [("step_40", "", 1)]
    twice = run(step_49="# one", step_40="# two", step_50="# one")
    assert twice == [("step_40", "", 2), ("step_49", "", 1), ("step_50", "step_49", 1)]
    monkeypatch.setattr(sys, "version", "4.0.0")
    assert run(step_40="# two") == [("step_40", "", 3)]
    for file in (tmp_path / ".cache" / "exhaustive").glob("*.json"):
        file.write_text('{"step": "step_40"}')
    assert run(step_40="# two") == [("step_40", "", 4)]
