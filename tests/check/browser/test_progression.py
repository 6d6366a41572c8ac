"""The progression on a board is the engine's, cell by cell; its speeds are those that were measured."""

from collections import Counter

import pytest

from check.browser.places import go
from dojo.bench.tables import target_rows, unit_rows
from dojo.bench.timings import read_figures
from dojo.runner.matrix import matrix
from dojo.tour.progression import cells
from katas.poker import story

SHAPES = {"■": "g", "×": "r", "·": "n", "○": "l"}


def test_the_cells_are_the_engines_and_each_step_has_a_bar_with_its_count(poker, here):
    lines = (line.plain.partition(" ") for line in cells(matrix(here.story), 200))
    engine = {rule: shapes for shapes, _, rule in lines if set(shapes) <= {*SHAPES}}
    rows = poker.locator(".matrix tr:has(td)").all_text_contents()
    assert rows == [f"{rule}{cells}" for rule, cells in engine.items()]
    assert len(rows) == 388
    counted = {kind: poker.locator(f".matrix td.{kind}").count() for kind in "rnlb"}
    counted["g"] = poker.locator(".matrix td:not([class])").count()
    expected = Counter(SHAPES[shape] for row in engine.values() for shape in row)
    assert counted == {kind: expected[kind] for kind in "grnlb"}
    bars = poker.locator(".staircase .count").all_text_contents()
    green = [sum(row[n] == "■" for row in engine.values()) for n in range(100)]
    assert [int(bar.split()[0]) for bar in bars] == green


def cell(page, rule, step):
    go(page, "#progression")
    row = page.locator(".matrix tr:has(td)").filter(has=page.get_by_text(rule, exact=True))
    return row.locator("td").nth(step)


WHEEL = "the wheel is a straight"
LUCK = "names are said back · 02 Numbers: passes before it was written, in step 4"
TOLD = {
    "green": ("poker", WHEEL, 28, f"{WHEEL} · 28 The wheel: green; it drives step 28"),
    "red": ("poker", WHEEL, 27, "27 Straight: red, and step 28 makes it green. AssertionError: 5♦"),
    "not yet": ("poker", WHEEL, 26, "26 Four of a kind: not written yet: it comes with step 28"),
    "luck": ("page", "names are said back", 2, LUCK),
}


@pytest.mark.parametrize(("board", "rule", "step", "told"), TOLD.values(), ids=TOLD)
def test_pointing_at_a_cell_tells_what_happened_there(request, board, rule, step, told):
    page = request.getfixturevalue(board)
    page.mouse.move(0, 0)
    cell(page, rule, step).hover()
    assert told in page.locator("#told").inner_text()


def test_the_cells_are_reached_walked_and_chosen_by_keyboard(page):
    page.locator("td[tabindex='0']").focus()
    for key in ["ArrowDown", "ArrowRight", "ArrowRight"]:
        page.keyboard.press(key)
    told = page.locator("#told").inner_text()
    assert told == "two is said · 02 Numbers: green; it drives step 2"
    label = page.evaluate("document.activeElement.ariaLabel")
    assert label == "two is said, on step 02 Numbers: green; it drives step 2"
    assert page.evaluate("location.hash") == "#progression"
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    assert page.locator("#cell-told").inner_text() == "Step 04 Divisible: green; it drives step 2."


def test_choosing_a_red_cell_shows_its_own_failure_and_leads_to_its_step(poker, seen):
    cell(poker, WHEEL, 27).click()
    dialog = poker.locator("#cell")
    assert "E   AssertionError: 5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠" in dialog.inner_text()
    dialog.get_by_role("link", name="Step 28 The wheel").click()
    assert poker.evaluate("location.hash") == "#step-28-red"
    cell(poker, "full house", 36).click()
    assert poker.locator("#cell-head").inner_text() == "full house"
    place = poker.locator("#step-37-red .rule").all_text_contents().index("× full house")
    drawn = poker.locator("#step-37-red .failure").all_text_contents()
    assert len(set(drawn)) == 7
    assert poker.locator("#cell-failure").text_content() == drawn[place]
    small = seen("small_board", "#progression")
    cell(small, "fizz is said", 0).click()  # which is not red yet
    assert "AttributeError: module 'fizz' has no attribute" in small.locator("#cell").inner_text()


def test_of_the_speeds_the_faster_a_row_is_the_longer_is_its_bar(poker):
    """tests/bench looks at the names and the figures of the plot."""
    go(poker, "#speed")
    speed, figures = poker.locator("#speed"), read_figures(story())
    work = figures.work
    assert work
    told = "How many hands a second each step evaluates, beside what others install"
    assert speed.get_by_role("img").count() == speed.get_by_role("img", name=told).count() == 1
    bars = speed.locator("svg path[stroke-width='3']")
    widths = bars.evaluate_all("(all) => all.map((bar) => bar.getBoundingClientRect().width)")
    drawn = [one for one in figures.measured if one.group == work.group and one.name not in work.peers]
    drawn += [one for one in [figures.find("bulk", "step 99")] if one]
    slowest_first = sorted(zip(drawn, widths, strict=True), key=lambda row: -row[0].median)
    lengths = [length for _, length in slowest_first]
    assert len(lengths) > 10
    assert lengths == sorted(lengths)
    assert lengths[-1] > 2 * lengths[0]
    assert speed.locator("tbody tr").count() == len([*target_rows(figures), *unit_rows(figures, work)])
    assert figures.machine["cpu"] in speed.inner_text()
