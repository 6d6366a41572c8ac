"""Figures, the ratios that follow from them, and how they are shown."""

import json
from dataclasses import replace

import pytest

from dojo.bench.plot import draw_plot
from dojo.bench.report import everything, markdown, notes, target_rows, unit_headings, unit_rows
from dojo.bench.timings import (
    LEAST,
    MOST,
    Figures,
    Measured,
    NoFigures,
    Target,
    Work,
    format_figures,
    ratio_of,
    read_figures,
    speed_file,
)

LOOP = "a plain loop"
TARGETS = [
    Target("prepared", "step 3", "another", LEAST, 3, "prepared numbers"),
    Target("prepared", "step 4", "another", LEAST, 20, "prepared numbers"),
    Target("prepared", "step 4", "a third", LEAST, 1, "prepared numbers"),
    Target("lines", "step 4", "step 2", LEAST, 15, "100,000 lines"),
    Target("memory", "step 4", "", MOST, 100, "all numbers", "MiB at the peak"),
    Target("verbs", "make step-3 test", "pytest, step 3", MOST, 1.15),
]
WORK = Work(
    title="How many numbers a second",
    one="number",
    many="numbers up to a hundred",
    group="prepared",
    again="text",
    again_called="the same from text",
    peers=["another", "a third"],
    more=[["bulk", LOOP, "all at once"]],
)
GIVEN = Figures(
    "2026-11-21",
    {"cpu": "2 × Some Processor", "system": "Linux x86_64", "python": "CPython 3.11.2"},
    WORK,
    {"another": "0.1.8"},
    {"a third": "ImportError: no wheel"},
    ["All gave the same answers."],
    TARGETS,
    [
        Measured("prepared", "step 3", [2e-6, 4e-6, 5e-6], 20_000),
        Measured("prepared", "another", [8e-6, 12e-6, 30e-6], 20_000),
        Measured("prepared", "step 4", [1e-6, 1e-6, 1e-6], 20_000),
        Measured("text", "step 4", [3e-6, 3e-6, 3e-6], 20_000),
        Measured("lines", "step 4", [1e-6, 1e-6, 1e-6], 100_000),
        Measured("lines", "step 2", [16e-6, 16e-6, 16e-6], 2_000),
        Measured("verbs", "make step-3 test", [0.3, 0.6, 0.25]),
        Measured("verbs", "pytest, step 3", [0.2, 0.5, 0.25]),
        Measured("memory", "step 4", [120.0], unit="MiB"),
        Measured("bulk", LOOP, [1e-7, 1e-7, 1e-7], 100_000),
    ],
)


def told(ours, theirs):
    """How a target of the given figures is told."""
    return next(one for one in target_rows(GIVEN) if ours in one.what and theirs in one.what)


def test_a_ratio_is_the_median_of_the_ratios_of_the_rounds():
    """The medians would give 12 / 4; round by round it is 4, 3 and 6."""
    found = ratio_of(Target("prepared", "step 3", "another", LEAST, 3), GIVEN)
    assert (found.median, found.lowest, found.highest) == pytest.approx((4, 3, 6))
    assert GIVEN.times("prepared", "step 3", "another") == pytest.approx(4)


HELD = [
    pytest.param("at least", 4, 4, True, id="as fast as asked"),
    pytest.param("at least", 4.1, 4, False, id="too slow"),
    pytest.param("at most", 0.25, 0.25, True, id="in as much of the time"),
    pytest.param("at most", 0.24, 0.25, False, id="in too much of it"),
]


@pytest.mark.parametrize(("bound", "limit", "ratio", "held"), HELD)
def test_a_target_is_held_or_missed(bound, limit, ratio, held):
    found = ratio_of(Target("prepared", "step 3", "another", bound, limit), GIVEN)
    assert (found.median, found.held) == (pytest.approx(ratio), held)


WORDS = """
step 3, another: 4.00 | 3.00–6.00 | at least 3 | held | times as fast as another: step 3, prepared numbers
step 4, another: 12.0 | 8.00–30.0 | at least 20 | missed | times as fast as another: step 4, prepared numbers
step-3, step 3: 1.20 | 1.00–1.50 | at most 1.15 | missed | of the time of pytest, step 3: make step-3 test
step 4, MiB: 120 | 120–120 | at most 100 | missed | MiB at the peak: step 4, all numbers
step 4, lines: 16.0 | 16.0–16.0 | at least 15 | held | times as fast as step 2: step 4, 100,000 lines\
 (step 2 on 2,000 of them)
step 4, a third: – |  | at least 1 | not measured | times as fast as a third: step 4, prepared numbers\
 (a third is missing)
"""


@pytest.mark.parametrize("line", WORDS.strip().splitlines(), ids=lambda line: line.partition(":")[0])
def test_the_words_of_the_table(line):
    pair, _, expected = line.partition(": ")
    assert list(told(*pair.split(", "))) == expected.split(" | ")


def test_a_missing_peer_the_rounds_the_machine_and_the_versions_are_told():
    assert notes(GIVEN) == [
        "a third is missing here: ImportError: no wheel",
        "A figure is the median of at least 3 rounds; beside it stand the lowest and the highest."
        " The median decides: held or missed.",
        "All gave the same answers.",
        "2026-11-21, CPython 3.11.2 with another 0.1.8; 2 × Some Processor, Linux x86_64.",
    ]


def test_a_unit_of_work_is_told_in_microseconds_and_how_many_a_second():
    assert [tuple(one) for one in unit_rows(GIVEN)] == [
        ("4.00", "2.00–5.00", "250,000", "–", "20,000", "step 3"),
        ("12.0", "8.00–30.0", "83,000", "–", "20,000", "another"),
        ("1.00", "1.00–1.00", "1,000,000", "3.00", "20,000", "step 4"),
    ]
    heads = ["µs a number", "spread", "numbers a second", "the same from text", "numbers a round"]
    assert unit_headings(WORK) == heads


def test_the_pages_and_the_terminal_show_all_of_it():
    for text in (markdown(GIVEN), everything(GIVEN)):
        rows = [tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in text.splitlines()]
        assert {*target_rows(GIVEN)} <= {*rows}
        assert set(notes(GIVEN)) <= {*text.splitlines()}
    assert {*unit_rows(GIVEN)} <= {*rows}
    assert everything(replace(GIVEN, work=None)) == markdown(replace(GIVEN, work=None))


def test_the_plot_shows_each_step_and_each_peer_with_its_figure(small):
    picture = draw_plot(GIVEN, WORK, small.story.steps)
    texts = [part.partition("<")[0] for part in picture.split(">")]
    assert [text for text in texts if text.strip()] == [
        "How many numbers a second",
        *("10,000", "100,000", "1,000,000", "10,000,000"),
        "another",
        *("3 Fizz", "250,000", "4 Divisible", "1,000,000", "all at once", "10,000,000"),
        *("numbers up to a hundred a second", "the same from text", "what others install"),
    ]
    alone = replace(GIVEN, measured=[one for one in GIVEN.measured if one.name not in WORK.peers])
    assert "what others install" not in draw_plot(alone, WORK, small.story.steps)


def test_what_was_measured_is_read_as_it_was_written(small):
    speed_file(small.story).write_text(format_figures(GIVEN), encoding="utf-8")
    assert read_figures(small.story) == GIVEN
    first = {"group": "prepared", "ours": "step 3", "theirs": "another", "bound": "at least", "limit": 3}
    first |= {
        "what": "prepared numbers",
        "unit": "",
        "ratio": 4.0,
        "lowest": 3.0,
        "highest": 6.0,
        "held": True,
    }
    assert json.loads(speed_file(small.story).read_text(encoding="utf-8"))["targets"][0] == first


def test_what_is_written_has_as_many_digits_as_count():
    one_alone = replace(GIVEN, measured=[Measured("prepared", "step 3", [1.23456e-6, 2e-6, 3e-6])])
    (one,) = json.loads(format_figures(one_alone))["measured"]
    expected = {
        "group": "prepared",
        "name": "step 3",
        "rounds": [1.235e-6, 2e-6, 3e-6],
        "size": 1,
        "unit": "s",
    }
    assert one == expected | {"median": 2e-6, "low": 1.235e-6, "high": 3e-6}


def test_no_figures_are_a_line(small):
    with pytest.raises(NoFigures, match=r"^speed\.json is not there: make bench writes it$"):
        read_figures(small.story)


def test_the_file_is_as_the_bench_writes_it(here):
    """Its medians and ratios follow from its rounds."""
    assert speed_file(here.story).read_text(encoding="utf-8") == format_figures(read_figures(here.story))
