"""The page of the speeds says what the bench measured."""

import pytest
from conftest import ROOT, go, steps

from dojo import speed, speed_words

MEASURED = speed.read(ROOT)


@pytest.fixture
def figures(page):
    """The page of the speeds, shown."""
    go(page, "#speed")
    return page.locator("#speed")


def test_the_plot_is_a_picture_with_a_name(figures):
    picture = figures.get_by_role("img")
    assert picture.count() == 1
    told = "How many hands a second each step evaluates, beside what others install"
    assert figures.get_by_role("img", name=told).is_visible()


def test_every_measured_step_and_every_peer_is_in_the_plot(figures):
    words = figures.locator("svg text").all_text_contents()
    names = [one.name for one in MEASURED.measured if one.group == "prepared"]
    numbers = [int(name.split()[1]) for name in names if name.startswith("step ")]
    expected = [f"{number} {steps()[number]}" for number in numbers]
    expected += [name for name in names if not name.startswith("step ")]
    assert [name for name in expected if name not in words] == []


def test_the_faster_a_row_is_the_longer_is_its_bar(figures):
    bars = figures.locator("svg path[stroke-width='3']").evaluate_all(
        "(all) => all.map((bar) => bar.getBoundingClientRect().width)"
    )
    drawn = [one for one in MEASURED.measured if one.group == "prepared" and one.name not in speed.PEERS]
    drawn += [one for one in [MEASURED.find("bulk", "step 50")] if one]
    slowest_first = sorted(zip(drawn, bars, strict=True), key=lambda row: -row[0].median)
    lengths = [length for _, length in slowest_first]
    assert lengths == sorted(lengths)
    assert lengths[-1] > 2 * lengths[0]


def rows(figures, number):
    """The cells of a table, row by row."""
    found = figures.locator("table").nth(number).locator("tbody tr").all()
    return [row.locator("td, th").all_inner_texts() for row in found]


def test_the_targets_stand_beside_it(figures):
    assert rows(figures, 0) == [list(row) for row in speed_words.targets(MEASURED)]


def test_what_the_plot_shows_stands_in_a_table(figures):
    assert rows(figures, 1) == [list(row) for row in speed_words.singles(MEASURED)]


def test_the_machine_and_the_versions_are_named(figures):
    assert MEASURED.machine["cpu"] in figures.inner_text()
    assert all(f"{name} {number}" in figures.inner_text() for name, number in MEASURED.versions.items())
