"""What `make exhaustive` finds wrong, and what it does not run again: on few cards, for all take minutes."""

import sys
from io import StringIO
from types import SimpleNamespace

import pytest
from rich.console import Console

from dojo.story.steps import Step
from katas.poker import exhaustive, story
from katas.poker.exhaustive import CLASSES, DESIGNS, KNOWN, Found, deals, faults, table

ORDER = [(str(n), False) for n in range(CLASSES)]
RIGHT = Found("step_51", dict(KNOWN), ORDER, [1, 2, 3], [])


def test_nothing_is_wrong_with_what_is_right():
    assert list(faults([RIGHT, RIGHT._replace(step="step_66")])) == []
    assert sum(KNOWN.values()) == 2_598_960


OTHER_WAY_ROUND = [ORDER[1], ORDER[0], *ORDER[2:]]
WRONG = [
    pytest.param("counts", KNOWN | {"Flush": 5_107}, "5,107 hands are Flush, not 5,108", id="a count"),
    pytest.param("counts", {}, "0 hands are Straight Flush, not 40", id="a ranking that never comes"),
    pytest.param("order", ORDER[1:], "7,461 classes of strength, not 7,462", id="a class too few"),
    pytest.param("order", OTHER_WAY_ROUND, "puts the classes in another order than step_51", id="the order"),
    pytest.param("bests", [1, 2, 4], "finds another best in deal 2 than step_51", id="another best"),
    pytest.param("faults", ["2 and 3 are equal"], "2 and 3 are equal", id="what it saw by itself"),
]


@pytest.mark.parametrize(("what", "instead", "said"), WRONG)
def test_what_differs_is_named(what, instead, said):
    assert f"step_66: {said}" in list(faults([RIGHT, RIGHT._replace(step="step_66", **{what: instead})]))


def test_the_table_shows_numbers_only_where_they_are_not_the_known_ones_and_what_was_run_instead():
    wrong = RIGHT._replace(step="step_66_predicates", counts=KNOWN | {"Flush": 5_107})
    console = Console(width=80, file=StringIO())
    console.print(table([RIGHT, wrong, RIGHT._replace(step="step_72", same="step_51")]))
    lines = [line.split() for line in console.file.getvalue().splitlines()]
    assert lines[0] == ["known", "51", "66", "72=51"]
    assert ["Flush", "5,108", "·", "5,107", "·"] in lines
    assert ["classes", "7,462", "·", "·", "·"] in lines


def test_every_design_is_among_those_that_are_run_and_the_deals_are_always_the_same():
    assert {step.number for step in story().designs} <= set(DESIGNS)
    first, again = deals(), deals()
    assert [next(first) for _ in range(5)] == [next(again) for _ in range(5)]


@pytest.fixture
def few(monkeypatch):
    """From nines up, in three suits, there are 8,568 hands; what step 51 says of them is what is known."""
    monkeypatch.setattr(exhaustive, "DECK", [value + suit for value in "9TJQKA" for suit in "♣♦♥"])
    monkeypatch.setattr(exhaustive, "DEALS", 200)
    exhaustive.signatures.cache_clear()
    right = exhaustive.examine(story().step(51).module, "right")
    monkeypatch.setattr(exhaustive, "KNOWN", right.counts)
    monkeypatch.setattr(exhaustive, "CLASSES", len(right.order))
    yield right
    exhaustive.signatures.cache_clear()


def test_of_few_cards_everything_is_counted(few):
    """By hand: two straights of three suits; three of a kind, and two other cards of one value or two."""
    known, numbers = exhaustive.signatures()
    assert (len(numbers), len(set(known)), len(known)) == (8_568, len(few.order), len(few.order))
    assert [known[number] for number in numbers[:3]] == [("999TT", False), ("999TT", False), ("999TJ", False)]
    assert known.index(("9TJQK", True)) != known.index(("9TJQK", False))
    assert sum(few.counts.values()) == 8_568
    assert few.counts["Straight Flush"] == 2 * 3
    assert few.counts["Straight"] == 2 * 3**5 - 2 * 3
    assert few.counts["Full House"] == 6 * 5 * 3
    assert few.counts["Three of a Kind"] == 6 * 10 * 3 * 3
    assert len(few.bests) == 200
    assert few.faults == []


FLUSH = "    FLUSH = 5\n    FULL_HOUSE = 6\n"
HOUSE = "    FULL_HOUSE = 5\n    FLUSH = 6\n"
SPAN = "a.value - e.value == 4"
PLANTED = [
    pytest.param(" = field(compare=False)", "", "differs in strength from a hand of", id="suits break ties"),
    pytest.param(
        "return ranked\n\n\ndef best",
        "return Hand(ranked.ranking, ranked.cards[:4])\n\n\ndef best",
        " are equal",
        id="the last card does not count",
    ),
    pytest.param(SPAN, f"{SPAN} != a.value - 9", "hands are Straight, not 480", id="no straight to the king"),
    pytest.param(FLUSH, HOUSE, "puts the classes in another order than right", id="the order of rankings"),
    pytest.param("(dealt, 5))\n", "(dealt[:6], 5))\n", "finds another best in deal", id="the seventh card"),
]


@pytest.mark.parametrize(("old", "new", "told"), PLANTED)
def test_a_wrong_design_is_found_out(few, tmp_path, old, new, told):
    code = story().step(51).code
    assert code.count(old) == 1
    module = tmp_path / "poker.py"
    module.write_text(code.replace(old, new), encoding="utf-8")
    found = exhaustive.examine(module, "wrong")
    said = [fault for fault in exhaustive.faults([few, found]) if fault.startswith("wrong: ")]
    assert [fault for fault in said if told in fault]
    assert len(found.faults) <= 5  # of many the first are named


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Looks at steps of such codes, by their names: what was kept of each, or how many were run by then."""
    ran = []

    def examine(_module, name):
        ran.append(name)
        return RIGHT._replace(step=name, bests=[len(ran)])

    def run(**codes):
        steps = [Step(tmp_path / name, "poker") for name in codes]
        for step, code in zip(steps, codes.values(), strict=True):
            step.folder.mkdir(exist_ok=True)
            step.module.write_text(code, encoding="utf-8")
        return [(one.step, one.same, *one.bests) for one in exhaustive.all_examined(steps)]

    monkeypatch.setattr(exhaustive, "examine", examine)
    monkeypatch.setattr(exhaustive, "story", lambda: SimpleNamespace(top=tmp_path))
    monkeypatch.setattr(exhaustive, "on_cores", map)
    run.kept = tmp_path / ".cache" / "exhaustive"
    return run


def test_a_design_that_has_not_changed_is_not_run_again_also_under_another_name(run):
    assert run(step_40_one="# one") == run(step_40_one="# one") == [("step_40_one", "", 1)]
    assert run(step_50_in_bulk="# one") == [("step_50_in_bulk", "", 1)]
    twice = run(step_49_tables="# one", step_40_one="# other", step_50_in_bulk="# one")
    other = ("step_40_one", "", 2)
    assert twice == [other, ("step_49_tables", "", 1), ("step_50_in_bulk", "step_49_tables", 1)]


def test_where_anything_has_changed_it_is_run_again(run, monkeypatch):
    assert run(step_40_one="# one") != run(step_40_one="# two")
    monkeypatch.setattr(sys, "version", "4.0.0")
    assert run(step_40_one="# two") == [("step_40_one", "", 3)]
    for file in run.kept.glob("*.json"):
        file.write_text('{"step": "step_40_one"}')
    assert run(step_40_one="# two") == [("step_40_one", "", 4)]


ENDS = [
    pytest.param([1, 2, 4], 1, "\nstep_66: finds another best in deal 2 than step_51\n", id="with a status"),
    pytest.param([1, 2, 3], 0, "\nAll agree, also on 100,000 deals of seven cards.\n", id="well"),
]


@pytest.mark.parametrize(("bests", "status", "said"), ENDS)
def test_it_ends(monkeypatch, capsys, bests, status, said):
    other = RIGHT._replace(step="step_66", bests=bests)
    monkeypatch.setattr(exhaustive, "all_examined", lambda *_: [RIGHT, other])
    assert exhaustive.main() == status
    assert capsys.readouterr().out.endswith(said)
