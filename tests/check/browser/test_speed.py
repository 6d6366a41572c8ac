"""The page of the speeds says what the bench measured."""

import pytest

from check.browser.places import go
from dojo.bench.timings import read_figures, target_rows, unit_rows
from katas.poker import story

FIGURES = read_figures(story())
WORK = FIGURES.work


@pytest.fixture
def figures(poker):
    """The page of the speeds, shown."""
    go(poker, "#speed")
    return poker.locator("#speed")


def test_the_plot_is_a_picture_with_a_name_and_every_measured_step_and_peer_is_in_it(figures):
    told = "How many hands a second each step evaluates, beside what others install"
    assert figures.get_by_role("img").count() == figures.get_by_role("img", name=told).count() == 1
    words = figures.locator("svg text").all_text_contents()
    names = [one.name for one in FIGURES.measured if one.group == WORK.group]
    numbers = [int(name.split()[1]) for name in names if name.startswith("step ")]
    expected = [f"{number} {story().step(number).title}" for number in numbers]
    expected += [name for name in names if not name.startswith("step ")]
    assert len(numbers) > 10
    assert [name for name in expected if name not in words] == []


def test_the_faster_a_row_is_the_longer_is_its_bar(figures):
    bars = figures.locator("svg path[stroke-width='3']").evaluate_all(
        "(all) => all.map((bar) => bar.getBoundingClientRect().width)"
    )
    drawn = [one for one in FIGURES.measured if one.group == WORK.group and one.name not in WORK.peers]
    drawn += [one for one in [FIGURES.find("bulk", "step 72")] if one]
    slowest_first = sorted(zip(drawn, bars, strict=True), key=lambda row: -row[0].median)
    lengths = [length for _, length in slowest_first]
    assert lengths == sorted(lengths)
    assert lengths[-1] > 2 * lengths[0]


def test_the_targets_and_what_the_plot_shows_stand_beside_it(figures):
    assert figures.locator("tbody tr").count() == len([*target_rows(FIGURES), *unit_rows(FIGURES, WORK)])
    assert FIGURES.machine["cpu"] in figures.inner_text()
