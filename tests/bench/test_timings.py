"""Figures, the ratios that follow from them, and how they are shown."""

from dataclasses import replace
from itertools import count

import pytest

from dojo.bench.plot import draw_plot
from dojo.bench.tables import markdown, unit_rows
from dojo.bench.timings import (
    LEAST,
    MOST,
    Figures,
    Measured,
    Target,
    Task,
    Work,
    read_figures,
    time_tasks,
    write_figures,
)
from dojo.errors import EnvironmentProblem

LOOP = "a plain loop"
TARGETS = [
    Target("prepared", "step 3", "another", LEAST, 4, "prepared numbers"),
    Target("prepared", "step 4", "another", LEAST, 20, "prepared numbers"),
    Target("prepared", "step 4", "a third", LEAST, 1, "prepared numbers"),
    Target("lines", "step 4", "step 2", LEAST, 15, "100,000 lines"),
    Target("memory", "step 4", "", MOST, 120, "all numbers", "MiB at the peak"),
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
        Measured("memory", "step 4", [120.0]),
        Measured("bulk", LOOP, [1e-7, 1e-7, 1e-7], 100_000),
    ],
)


WORDS = """
4.00 | 3.00–6.00 | at least 4 | held | times as fast as another: step 3, prepared numbers
12.0 | 8.00–30.0 | at least 20 | missed | times as fast as another: step 4, prepared numbers
– |  | at least 1 | not measured | times as fast as a third: step 4, prepared numbers (a third is missing)
16.0 | 16.0–16.0 | at least 15 | held | times as fast as step 2: step 4, 100,000 lines\
 (step 2 on 2,000 of them)
120 | once | at most 120 | held | MiB at the peak: step 4, all numbers
1.20 | 1.00–1.50 | at most 1.15 | missed | of the time of pytest, step 3: make step-3 test
"""
UNITS = """
4.00 | 2.00–5.00 | 250,000 | – | 20,000 | step 3
12.0 | 8.00–30.0 | 83,000 | – | 20,000 | another
1.00 | 1.00–1.00 | 1,000,000 | 3.00 | 20,000 | step 4
"""
NOTES = """
a third is missing here: ImportError: no wheel
A figure is the median of at least 3 rounds, and next to it are the lowest and the highest; once means\
 that there was one. The median decides: held or missed.
All gave the same answers.
From the run of 2026-11-21, CPython 3.11.2 with another 0.1.8; 2 × Some Processor, Linux x86_64.
"""


def test_a_ratio_is_the_median_of_the_ratios_of_the_rounds_and_each_has_its_words():
    """The medians of the first would give 12 / 4; round by round it is 4, 3 and 6."""
    lines = markdown(GIVEN).splitlines()
    assert lines[:2] == ["| ratio | spread | asked | | what |", "|---:|---|---|---|---|"]
    assert lines[2:] == [*(f"| {line} |" for line in WORDS.strip().splitlines()), *NOTES.rstrip().split("\n")]
    assert [" | ".join(row) for row in unit_rows(GIVEN, WORK)] == UNITS.strip().splitlines()


def test_the_plot_shows_each_step_and_each_peer_with_its_figure(small):
    picture = draw_plot(GIVEN, WORK, small.story.steps)
    texts = [part.partition("<")[0] for part in picture.split(">")]
    assert [text for text in texts if text.strip()] == [
        "How many numbers a second",
        *("10,000", "100,000", "1,000,000", "10,000,000"),
        "another",
        *("3 Fizz", "250,000", "4 Divisible", "1,000,000"),
        *(f"{LOOP}, all at once", "10,000,000"),
        *("numbers up to a hundred a second", "the same from text", "what others install"),
    ]
    alone = replace(GIVEN, measured=[one for one in GIVEN.measured if one.name not in WORK.peers])
    assert "what others install" not in draw_plot(alone, WORK, small.story.steps)


def test_the_file_is_read_as_it_was_written_with_as_many_digits_as_count(small, here):
    with pytest.raises(EnvironmentProblem, match=r"^speed\.json is not there: make bench writes it$"):
        read_figures(small.story)
    more = replace(GIVEN, measured=[*GIVEN.measured, Measured("bulk", "step 3", [1.23456e-6])])
    write_figures(small.story, more)
    found = read_figures(small.story)
    assert found == replace(GIVEN, measured=[*GIVEN.measured, Measured("bulk", "step 3", [1.235e-6])])
    written = write_figures(small.story, read_figures(here.story))
    assert written.read_bytes() == here.path("steps/speed.json").read_bytes()


def test_each_round_times_everything_once_in_turn_and_what_fails_is_said():
    """Before it is timed, a task runs on another part, or what it brings runs."""
    ran, figures = [], Figures()

    def run(part):
        ran.append(part)
        if part == "!":
            raise EnvironmentProblem("it stops")

    tasks = [
        Task("group", "one", run, ["a"]),
        Task("group", "other", run, ["v", "w", "x"], 2),
        Task("group", "prepared", run, before=lambda _part: ran.append("ready")),
        Task("group", "fails", run, ["b", "b", "!"]),
    ]
    time_tasks(tasks, "told", figures, 3, count(step=8).__next__)
    ready = ["ready", None]
    assert ran == [*"aawv", *ready, *"bb", *"aaxw", *ready, "!", *"aavx", *ready]
    assert figures.measured == [
        Measured("group", "one", [8] * 3),
        Measured("group", "other", [4] * 3, 2),
        Measured("group", "prepared", [8] * 3),
    ]
    assert figures.missing == {"fails": "it stops"}
