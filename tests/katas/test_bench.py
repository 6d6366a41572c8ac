"""What the bench checks and counts before it times anything, of evaluators that are given; and the quotes."""

import time
from dataclasses import replace

import pytest

from dojo.bench.timings import ROUNDS, Figures, Measured, read_figures
from dojo.errors import EnvironmentProblem
from dojo.story.steps import Step
from katas.poker import story
from katas.poker.bench import __main__ as hands
from katas.poker.bench import million
from katas.poker.bench.judging import timed
from katas.poker.bench.peers import SIGNS, measured_steps, peers, plain
from katas.poker.bench.quotes import faults
from katas.poker.bench.same import Differs, check
from katas.poker.bench.targets import PEERS, TARGETS, WORK

FLUSH, PAIR = "2c 4c 6c 8c Tc Kd Ah", "2c 2d 6h 8s Tc Kd Ah"
TWO_ACES, TWO_KINGS = "Ac Ad 3h 5s 7c 9d Jh", "Kc Kd 3h 5s 7c 9d Jh"


@pytest.fixture(scope="module")
def step():
    """The last step, which knows."""
    return measured_steps()[-1]


def peer(step, **other):
    """A peer that answers as the step does, but for what is planted."""
    return replace(step, name="peer", **other)


OTHER_NAME = f"{FLUSH} is a flush for {{}}, and a pair for peer"
OTHER_ORDER = f"{PAIR} loses to {FLUSH} for {{}}, and it beats it for peer"
BACKWARDS = {"strength": lambda found: -len(str(found)), "category": lambda _: ""}
CHECKED = {
    "the same": ([FLUSH, PAIR, TWO_ACES], {}, None),
    "no order yet": ([FLUSH, PAIR], {"strength": lambda _: 0, "ordered": False}, None),
    "another name": ([FLUSH, PAIR], {"category": lambda _: "pair"}, OTHER_NAME),
    "equal": ([TWO_ACES, TWO_KINGS], {"strength": str}, "for {}, and it equals it for peer"),
    "another order": ([FLUSH, PAIR], BACKWARDS, OTHER_ORDER),
}


@pytest.mark.parametrize(("texts", "other", "said"), CHECKED.values(), ids=CHECKED)
def test_only_who_gives_the_same_answers_may_be_timed(step, texts, other, said):
    if said is None:
        check(step, [(peer(step, **other), texts)])
    else:
        with pytest.raises(Differs, match=f"{said.format(step.name)}$"):
            check(step, [(peer(step, **other), texts)])


def test_a_difference_ends_the_bench_in_one_line(step, monkeypatch, capsys):
    monkeypatch.setattr(hands, "measured_steps", lambda: [step])
    monkeypatch.setattr(hands, "peers", lambda: ([peer(step, category=lambda _found: "nothing")], {}))
    monkeypatch.setattr(hands, "HANDS", 20)
    monkeypatch.setattr(hands, "A_ROUND", 10)
    assert hands.main() == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("nothing was timed: ")
    assert said.err.endswith(f" for {step.name}, and a nothing for peer\n")
    assert said.err.count("\n") == 1


def test_what_fails_is_not_timed(tmp_path):
    with pytest.raises(EnvironmentProblem, match=r"^false ends with status 1$"):
        timed(["false"], tmp_path, {0})


def test_a_peer_that_does_not_load_is_named_with_its_reason(step):
    def there():
        return peer(step)

    def gone():
        raise ImportError("no wheel for this machine\nand more")

    found, missing = peers([there, gone])
    assert [one.name for one in found] == ["peer"]
    assert missing == {"gone": "ImportError: no wheel for this machine"}


def test_the_names_of_the_peers_are_understood():
    names = ["Royal Flush", "Trips", "Quads", "One pair", "Full House"]
    ours = ["straight flush", "three of a kind", "four of a kind", "pair", "full house"]
    assert [plain(name) for name in names] == ours


def test_enough_hands_are_dealt_none_of_them_twice_and_always_the_same_ones():
    dealt = hands.dealt(2_000)
    assert len({frozenset(hand.split()) for hand in dealt}) == 2_000
    assert {len(set(hand.split())) for hand in dealt} == {7}
    assert dealt == hands.dealt(2_000)
    assert hands.HANDS / 2 == hands.A_ROUND >= 20_000
    assert min(ROUNDS, hands.JUDGED) >= 5


@pytest.mark.parametrize(("seconds", "share"), [(30e-6, 20_000), (31e-6, 300)], ids=["all", "slow: a few"])
def test_so_many_hands_are_evaluated_in_each_round(step, monkeypatch, seconds, share):
    clock = iter([0, seconds * 50])
    monkeypatch.setattr(time, "process_time", lambda: next(clock))
    assert hands.share(step, [FLUSH.translate(SIGNS)] * 50) == share


def test_the_file_has_every_step_and_peer_and_what_the_readmes_quote():
    figures = read_figures(story())
    names = {one.name for one in figures.measured if one.group == WORK.group}
    assert names | set(figures.missing) == {one.name for one in measured_steps()} | set(PEERS)
    assert (figures.work, PEERS) == (WORK, WORK.peers)
    assert [target for target in figures.targets if target.group != "verbs"] == TARGETS
    assert [fault for step in story().steps for fault in faults(step, figures)] == []


ORDERS = {
    "one to one": ([5, 1, 5, 3], [50, 10, 50, 30], []),
    "two classes of theirs are one of ours": ([5, 1, 5, 3], [50, 10, 40, 30], [(2, 0)]),
    "two of ours are one of theirs": ([5, 1, 4, 3], [50, 10, 50, 30], [(2, 0)]),
    "another order": ([5, 1, 4], [20, 10, 30], [(2, 0)]),
}


@pytest.mark.parametrize(("ours", "theirs", "found"), ORDERS.values(), ids=ORDERS)
def test_classes_have_to_fit_one_to_one_and_in_order(ours, theirs, found):
    assert list(million.out_of_order(ours, theirs)) == found


def test_a_million_hands_are_named_alike_or_held_to_their_order(step):
    pair, kings = (step.evaluate(step.prepare(text)) for text in (TWO_ACES, TWO_KINGS))
    silent = peer(step, category=lambda _: "", strength=int)
    assert list(million.faults([2, 1], ["pair", "pair"], step, [pair, kings])) == []
    assert list(million.faults([2, 1], ["pair", "flush"], step, [pair, kings])) == [(1,)]
    assert list(million.faults([2, 1], ["pair", "flush"], silent, [10, 20])) == [(1, 0)]


MEASURED = [
    ("prepared", "step 70", [2e-6, 4e-6, 5e-6]),
    ("prepared", "treys", [8e-6, 12e-6, 30e-6]),
    ("prepared", "step 71", [1e-6, 1e-6, 1e-6]),
    ("scores", "step 69", [180e-6, 180e-6, 180e-6]),
    ("scores", "step 70", [2e-6, 2e-6, 2e-6]),
    ("scores", "step 71", [1e-6, 1e-6, 1e-6]),
    ("census", "step 70", [3e-9, 3e-9, 3e-9]),
    ("census", "eval7's loop", [1e-7, 1e-7, 1e-7]),
]
QUOTES = {
    "It is 5 times as fast as treys, and 3 tests are 3 × 7.": [],
    "It is 2.5 times as\nfast as treys.": ["2.5 times as fast as treys is 4 in speed.json"],
    "It is 1,000 times as fast as treys.": ["1,000 times as fast as treys is 4 in speed.json"],
    "It is quick. From text it is 4 times as fast as treys.": [
        "4 times as fast as treys was not measured: make bench"
    ],
    "The census is 30 times as fast as such a loop.": [],
    "It is 90 times as fast as before on lines.": [],
    "It is 2 times as fast as step 71 on lines; and 9 times as fast as step 71.": [
        "2 times as fast as step 71 is 0.5 in speed.json",
        "9 times as fast as step 71 is 0.25 in speed.json",
    ],
    "from text\n\n- It is 4 times as fast as treys.": [],
}


@pytest.mark.parametrize(("sentence", "found"), QUOTES.items(), ids=range(len(QUOTES)))
def test_a_ratio_that_is_quoted_is_held_to_the_file(tmp_path, sentence, found):
    folder = tmp_path / "step_70_quick"
    folder.mkdir()
    (folder / "README.md").write_text(sentence, encoding="utf-8")
    figures = Figures(measured=[Measured(*one) for one in MEASURED])
    assert list(faults(Step(folder, "poker"), figures)) == [
        f"step_70_quick/README.md: {one}" for one in found
    ]
