"""What `make bench` checks, counts and says, of evaluators and rounds that are given: nothing is timed."""

import json
import subprocess
from dataclasses import replace

import pytest

from dojo import bench, bench_hands, bench_million, bench_rounds, speed, speed_words
from dojo.bench_peers import measured_steps, peers, plain
from dojo.bench_same import Differs, check
from dojo.speed import FILE, Measured, Speed, Target
from dojo.speed_quotes import faults
from dojo.steps import Step, all_steps

FLUSH, PAIR, TWO_ACES, TWO_KINGS = (
    "2c 4c 6c 8c Tc Kd Ah",
    "2c 2d 6h 8s Tc Kd Ah",
    "Ac Ad 3h 5s 7c 9d Jh",
    "Kc Kd 3h 5s 7c 9d Jh",
)
TEXTS = [FLUSH, PAIR, TWO_ACES, TWO_KINGS]


@pytest.fixture(scope="module")
def step():
    """The last step, which knows."""
    return measured_steps()[-1]


def peer(step, **other):
    """A peer that answers as the step does, but for what is planted."""
    return replace(step, name="peer", **other)


def test_who_gives_the_same_answers_may_be_timed(step):
    check(step, [(peer(step), TEXTS)])


def test_another_name_for_a_hand_stops_it(step):
    wrong = peer(step, category=lambda found: "pair" if str(found) == "Flush" else str(found).lower())
    with pytest.raises(Differs, match=f"^{FLUSH} is a flush for {step.name}, and a pair for peer$"):
        check(step, [(wrong, TEXTS)])


def test_another_order_stops_it(step):
    wrong = peer(step, strength=lambda found: str(found))
    with pytest.raises(Differs, match=rf"for {step.name}, and it equals it for peer$"):
        check(step, [(wrong, [TWO_ACES, TWO_KINGS])])


def test_the_other_way_round_stops_it(step):
    wrong = peer(step, strength=lambda found: -len(str(found)), category=lambda _: "")
    with pytest.raises(Differs, match=f"^{PAIR} loses to {FLUSH} for {step.name}, and it beats it for peer$"):
        check(step, [(wrong, [FLUSH, PAIR])])


def test_a_step_that_gives_no_order_yet_is_held_to_its_names(step):
    check(step, [(peer(step, strength=lambda _: 0, ordered=False), TEXTS)])


def test_a_difference_ends_the_bench_in_one_line(step, monkeypatch, capsys):
    wrong = peer(step, category=lambda _found: "nothing")
    monkeypatch.setattr(bench_hands, "measured_steps", lambda: [step])
    monkeypatch.setattr(bench_hands, "peers", lambda: ([wrong], {}))
    monkeypatch.setattr(bench_hands, "HANDS", 20)
    monkeypatch.setattr(bench_hands, "A_ROUND", 10)
    monkeypatch.setattr(bench_hands, "in_turn", None)
    monkeypatch.setattr(bench_hands, "same_million", None)
    assert bench_hands.main() == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("nothing was timed: ")
    assert said.err.endswith(f" for {step.name}, and a nothing for peer\n")
    assert said.err.count("\n") == 1


def test_where_the_hands_stop_the_verbs_are_not_begun(monkeypatch):
    monkeypatch.setattr(bench, "PYTHON", "false")
    monkeypatch.setattr(bench, "measure_verbs", None)
    with pytest.raises(SystemExit) as stopped:
        bench.main()
    assert stopped.value.code == 1


def test_a_verb_that_fails_is_named_and_nothing_is_written(monkeypatch, capsys, tmp_path):
    def fails():
        raise subprocess.CalledProcessError(2, ["make", "board"])

    monkeypatch.setattr(bench, "measure_hands", lambda: {"measured": []})
    monkeypatch.setattr(bench, "measure_verbs", fails)
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    assert bench.main() == 1
    assert capsys.readouterr().err == "make board fails, so nothing was written: run it alone\n"
    assert list(tmp_path.iterdir()) == []


def test_the_machine_is_named():
    assert sorted(bench.machine()) == ["cpu", "python", "system"]
    assert all(bench.machine().values())


def test_a_peer_that_does_not_load_is_named_with_its_reason(step):
    def there():
        return peer(step)

    def gone():
        raise ImportError("no wheel for this machine\nand more")

    found, missing = peers([there, gone])
    assert [one.name for one in found] == ["peer"]
    assert missing == {"gone": "ImportError: no wheel for this machine"}


@pytest.mark.parametrize(
    ("theirs", "ours"),
    [
        pytest.param("Royal Flush", "straight flush", id="a royal flush is a straight flush"),
        pytest.param("Trips", "three of a kind", id="trips"),
        pytest.param("Quads", "four of a kind", id="quads"),
        pytest.param("One pair", "pair", id="one pair"),
        pytest.param("Full House", "full house", id="the same name"),
    ],
)
def test_the_names_of_the_peers_are_understood(theirs, ours):
    assert plain(theirs) == ours


def test_no_hand_is_dealt_twice_and_always_the_same_ones_are():
    hands = bench_hands.dealt(2_000)
    assert len({frozenset(hand.split()) for hand in hands}) == 2_000
    assert all(len(set(hand.split())) == 7 for hand in hands)
    assert hands == bench_hands.dealt(2_000)


def test_at_least_twenty_thousand_hands_and_five_rounds():
    assert bench_hands.A_ROUND >= 20_000
    assert bench_hands.HANDS == 2 * bench_hands.A_ROUND
    assert bench_rounds.ROUNDS >= 5


def test_who_is_slow_gets_a_few_hands_and_others_in_each_round():
    assert bench_rounds.slices(list("vwxyzVWXY"), 3) == [list("vwx"), list("yzV"), list("WXY")]
    assert bench_rounds.slices([1, 2, 3], 3) == [[1, 2, 3]]


def test_each_round_times_everything_once_in_turn_and_before_that_runs_it_on_other_hands(monkeypatch):
    ran = []

    def seconds(run, part):
        run(part + "!")
        return 8.0

    monkeypatch.setattr(bench_rounds, "seconds", seconds)
    tasks = [
        bench_rounds.Task("prepared", name, lambda part, name=name: ran.append(f"{name} {part}"), parts, 2)
        for name, parts in [("one", ["a"]), ("other", ["v", "w", "x"])]
    ]
    found = bench_rounds.in_turn(tasks, "told")
    assert ran[:4] == ["one a", "one a!", "other w", "other v!"]
    assert ran[4:8] == ["one a", "one a!", "other x", "other w!"]
    assert [(one.name, one.rounds, one.hands) for one in found] == [
        ("one", [4.0] * bench_rounds.ROUNDS, 2),
        ("other", [4.0] * bench_rounds.ROUNDS, 2),
    ]


GIVEN = Speed(
    "2026-11-21",
    {"cpu": "2 × Some Processor", "system": "Linux x86_64", "python": "CPython 3.11.2"},
    {"treys": "0.1.8"},
    {"eval7": "ImportError: no wheel"},
    {"hands": 20_000, "few": 2_700, "million": 1_000_000},
    [
        Measured("prepared", "step 48", [2e-6, 4e-6, 5e-6], 20_000),
        Measured("prepared", "treys", [8e-6, 12e-6, 30e-6], 20_000),
        Measured("prepared", "step 49", [1e-6, 1e-6, 1e-6], 20_000),
        Measured("scores", "step 47", [180e-6, 180e-6, 180e-6], 100_000),
        Measured("scores", "step 48", [2e-6, 2e-6, 2e-6], 100_000),
        Measured("census", "step 48", [3e-9, 3e-9, 3e-9], 100_000),
        Measured("census", "eval7's loop", [1e-7, 1e-7, 1e-7], 100_000),
        Measured("scores", "step 49", [1e-6, 1e-6, 1e-6], 100_000),
        Measured("scores", "step 40", [16e-6, 16e-6, 16e-6], 2_000),
        Measured("verbs", "make step-7 test", [0.3, 0.6, 0.25]),
        Measured("verbs", "pytest, step 7", [0.2, 0.5, 0.25]),
        Measured("memory", "step 50", [120.0], unit="MiB"),
    ],
)


def told(ours, theirs):
    """How a target of the given figures is told."""
    return next(row for row in speed_words.targets(GIVEN) if ours in row.what and theirs in row.what)


def test_a_ratio_is_the_median_of_the_ratios_of_the_rounds():
    """The medians would give 12 / 4; round by round it is 4, 3 and 6."""
    row = speed.row(Target("prepared", "step 48", "treys", "at least", 3), GIVEN)
    assert (row.median, row.low, row.high) == pytest.approx((4, 3, 6))


@pytest.mark.parametrize(
    ("bound", "limit", "held"),
    [
        pytest.param("at least", 4, True, id="as fast as asked"),
        pytest.param("at least", 4.1, False, id="too slow"),
        pytest.param("at most", 0.25, True, id="in as much of the time"),
        pytest.param("at most", 0.24, False, id="in too much of it"),
    ],
)
def test_a_target_is_held_or_missed(bound, limit, held):
    ratio = 4 if bound == "at least" else 0.25
    row = speed.row(Target("prepared", "step 48", "treys", bound, limit), GIVEN)
    assert (row.median, row.held) == (pytest.approx(ratio), held)


WORDS = [
    pytest.param(
        ("step 48", "treys"),
        ("4.00", "3.00–6.00", "at least 3", "held", "times as fast as treys: step 48, seven prepared cards"),
        id="held",
    ),
    pytest.param(
        ("step 49", "treys: step 49, seven prepared"),
        (
            "12.0",
            "8.00–30.0",
            "at least 20",
            "missed",
            "times as fast as treys: step 49, seven prepared cards",
        ),
        id="missed",
    ),
    pytest.param(
        ("step-7", "step 7"),
        ("1.20", "1.00–1.50", "at most 1.15", "missed", "of the time of pytest, step 7: make step-7 test"),
        id="of a time",
    ),
    pytest.param(
        ("step 50", "MiB"),
        (
            "120",
            "120–120",
            "at most 100",
            "missed",
            "MiB at the peak: step 50, the census of seven cards",
        ),
        id="a figure of its own",
    ),
    pytest.param(
        ("step 49", "lines"),
        (
            "16.0",
            "16.0–16.0",
            "at least 15",
            "held",
            "times as fast as step 40: step 49, scores of 100,000 lines (step 40 on 2,000 of them)",
        ),
        id="of a part",
    ),
    pytest.param(
        ("step 49", "eval7"),
        (
            "–",
            "",
            "at least 1",
            "not measured",
            "times as fast as eval7: step 49, seven prepared cards (eval7 is missing)",
        ),
        id="not measured",
    ),
]


@pytest.mark.parametrize(("pair", "row"), WORDS)
def test_the_words_of_the_table(pair, row):
    assert tuple(told(*pair)) == row


def test_a_missing_peer_the_machine_and_the_versions_are_told():
    assert speed_words.notes(GIVEN) == [
        "eval7 is missing here: ImportError: no wheel",
        "Medians of at least 3 rounds, and it is they that hold or miss; beside them the lowest and the"
        " highest. All gave the same answers before they were timed: to 20,000 hands (those who are slow,"
        " to 2,700) and in bulk to 1,000,000.",
        "2026-11-21, CPython 3.11.2 with treys 0.1.8; 2 × Some Processor, Linux x86_64.",
    ]


def test_one_hand_is_told_in_microseconds_and_hands_a_second():
    assert tuple(next(speed_words.singles(GIVEN))) == (
        "4.00",
        "2.00–5.00",
        "250,000",
        "–",
        "20,000",
        "step 48",
    )


def test_what_was_measured_is_read_as_it_was_written(tmp_path):
    (tmp_path / "steps").mkdir()
    (tmp_path / FILE).write_text(speed.written(GIVEN), encoding="utf-8")
    assert speed.read(tmp_path) == GIVEN
    ratios = json.loads((tmp_path / FILE).read_text(encoding="utf-8"))["ratios"]
    assert ratios[0] == {
        "ours": "step 48",
        "theirs": "treys",
        "what": "seven prepared cards",
        "at least": 3,
        "ratio": 4.0,
        "low": 3.0,
        "high": 6.0,
        "held": True,
    }


def test_no_figures_are_a_line_and_no_traceback(tmp_path):
    with pytest.raises(SystemExit, match=r"^steps/speed.json is not there: make bench writes it$"):
        speed.read(tmp_path)


def test_the_file_is_as_the_bench_writes_it(here):
    """Its medians and ratios follow from its rounds."""
    assert here.path(FILE).read_text(encoding="utf-8") == speed.written(speed.read())


def test_the_file_has_every_step_and_peer(here):
    names = {one.name for one in speed.read(here.root).measured if one.group == "prepared"}
    missing = set(speed.read(here.root).missing)
    assert names | missing == {one.name for one in measured_steps()} | set(speed.PEERS)


def test_every_ratio_that_a_story_quotes_was_measured(here):
    measured = speed.read(here.root)
    assert [fault for step in all_steps(here.root) for fault in faults(step, measured)] == []


ORDERS = [
    pytest.param([5, 1, 5, 3], [50, 10, 50, 30], [], id="one to one"),
    pytest.param([5, 1, 5, 3], [50, 10, 40, 30], [(2, 0)], id="two classes of theirs are one of ours"),
    pytest.param([5, 1, 4, 3], [50, 10, 50, 30], [(2, 0)], id="two of ours are one of theirs"),
    pytest.param([5, 1, 4], [20, 10, 30], [(2, 0)], id="another order"),
]


@pytest.mark.parametrize(("ours", "theirs", "found"), ORDERS)
def test_classes_have_to_fit_one_to_one_and_in_order(ours, theirs, found):
    assert list(bench_million.out_of_order(ours, theirs)) == found


def test_a_million_hands_are_named_alike(step):
    pair, kings = (step.evaluate(step.prepare(text)) for text in (TWO_ACES, TWO_KINGS))
    assert list(bench_million.faults([2, 1], ["pair", "pair"], step, [pair, kings])) == []
    assert list(bench_million.faults([2, 1], ["pair", "flush"], step, [pair, kings])) == [(1,)]


def test_a_peer_that_names_nothing_is_held_to_its_order(step):
    silent = peer(step, category=lambda _: "", strength=int)
    assert list(bench_million.faults([2, 1], ["pair", "flush"], silent, [20, 10])) == []
    assert list(bench_million.faults([2, 1], ["pair", "flush"], silent, [10, 20])) == [(1, 0)]


QUOTES = [
    pytest.param("It is 4 times as fast as treys.", [], id="right"),
    pytest.param("It is 5 times as fast as treys, and 3 tests are 3 × 7.", [], id="not far from it"),
    pytest.param(
        "It is 2.5 times as\nfast as treys.",
        ["2.5 times as fast as treys is 4 in steps/speed.json"],
        id="too little",
    ),
    pytest.param(
        "It is 1,000 times as fast as treys.",
        ["1,000 times as fast as treys is 4 in steps/speed.json"],
        id="too much",
    ),
    pytest.param(
        "It is quick. From text it is 4 times as fast as treys.",
        ["4 times as fast as treys was not measured: make bench"],
        id="from text",
    ),
    pytest.param("The census is 30 times as fast as such a loop.", [], id="the census, beside a loop"),
    pytest.param("It is 90 times as fast as before on lines.", [], id="beside the step before"),
    pytest.param(
        "It is 2 times as fast as step 49 on lines; and 9 times as fast as step 49.",
        [
            "2 times as fast as step 49 is 0.5 in steps/speed.json",
            "9 times as fast as step 49 is 0.25 in steps/speed.json",
        ],
        id="each sentence by itself",
    ),
    pytest.param("from text\n\n- It is 4 times as fast as treys.", [], id="each point of a list by itself"),
]


@pytest.mark.parametrize(("sentence", "found"), QUOTES)
def test_a_ratio_that_is_quoted_is_held_to_the_file(tmp_path, sentence, found):
    folder = tmp_path / "step_48_quick"
    folder.mkdir()
    (folder / "README.md").write_text(sentence, encoding="utf-8")
    expected = [f"step_48_quick/README.md: {fault}" for fault in found]
    assert list(faults(Step(folder), GIVEN)) == expected
