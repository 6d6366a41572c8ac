"""The progression on a board is the engine's, cell by cell."""

from collections import Counter

import pytest

from check.browser.places import go
from dojo.runner.matrix import matrix
from dojo.tour.progression import cells

SHAPES = {"■": "g", "×": "r", "·": "n", "○": "l"}


@pytest.fixture(scope="module")
def engine(here):
    """The rows of cells that `make progress` draws, by rule."""
    lines = (line.plain.partition(" ") for line in cells(matrix(here.story), 200))
    return {rule: shapes for shapes, _, rule in lines if set(shapes) <= {*SHAPES}}


def test_the_cells_are_the_engines_and_each_step_has_a_bar_with_its_count(poker, engine):
    rows = poker.locator(".matrix tr:has(td)").all_text_contents()
    assert rows == [f"{rule}{cells}" for rule, cells in engine.items()]
    assert len(rows) == 361
    counted = {kind: poker.locator(f".matrix td.{kind}").count() for kind in "rnlb"}
    counted["g"] = poker.locator(".matrix td:not([class])").count()
    expected = Counter(SHAPES[shape] for row in engine.values() for shape in row)
    assert counted == {kind: expected[kind] for kind in "grnlb"}
    bars = poker.locator(".staircase .count").all_text_contents()
    green = [sum(row[n] == "■" for row in engine.values()) for n in range(73)]
    assert [int(bar.split()[0]) for bar in bars] == green


def cell(page, rule, step):
    go(page, "#progression")
    row = page.locator(".matrix tr:has(td)").filter(has=page.get_by_text(rule, exact=True))
    return row.locator("td").nth(step)


def point(page, rule, step):
    page.mouse.move(0, 0)
    cell(page, rule, step).hover()
    return page.locator("#told").inner_text()


WHEEL = "the wheel is a straight"
TOLD = [
    pytest.param(19, f"{WHEEL} · 19 The wheel: green; it drives step 19", id="green"),
    pytest.param(18, "18 Straight: red, and step 19 makes it green. AssertionError: 5♦", id="red"),
    pytest.param(17, "17 Full house and four: not written yet: it comes with step 19", id="not yet"),
]


@pytest.mark.parametrize(("step", "told"), TOLD)
def test_pointing_at_a_cell_tells_what_happened_there(poker, step, told):
    assert told in point(poker, WHEEL, step)


def test_luck_is_told_as_luck(page):
    told = "names are said back · 02 Numbers: passes before it was written, in step 4"
    assert point(page, "names are said back", 2) == told


def test_the_cells_are_reached_and_walked_by_keyboard(page):
    page.locator("td[tabindex='0']").focus()
    for key in ["ArrowDown", "ArrowRight", "ArrowRight"]:
        page.keyboard.press(key)
    told = page.locator("#told").inner_text()
    assert told == "two is said · 02 Numbers: green; it drives step 2"
    assert page.evaluate("document.activeElement.ariaLabel") == (
        "two is said, on step 02 Numbers: green; it drives step 2"
    )
    assert page.evaluate("location.hash") == "#progression"
    page.keyboard.press("End")
    assert page.locator("#told").inner_text() == "two is said · 04 Divisible: green; it drives step 2"


def test_choosing_a_red_cell_shows_its_failure(poker):
    cell(poker, "the wheel is a straight", 18).click()
    dialog = poker.locator("#cell")
    assert "E   AssertionError: 5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠" in dialog.inner_text()
    dialog.get_by_role("link", name="Step 19 The wheel").click()
    assert poker.evaluate("location.hash") == "#step-19-red"


def test_enter_chooses_the_cell_that_has_the_focus(page):
    cell(page, "fizz is said", 2).click()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.locator("#cell-told").inner_text() == "Step 03 Fizz: green; it drives step 3."


def test_of_several_new_tests_each_cell_has_its_own_failure(poker):
    cell(poker, "full house", 25).click()
    assert poker.locator("#cell-head").inner_text() == "full house"
    place = poker.locator("#step-26-red .rule").all_inner_texts().index("× full house")
    drawn = poker.locator("#step-26-red .failure").all_text_contents()
    assert len(set(drawn)) == 7
    assert poker.locator("#cell-failure").text_content() == drawn[place]


def test_choosing_a_cell_that_is_not_red_yet_says_what_was_raised(page):
    cell(page, "fizz is said", 0).click()
    assert "AttributeError: module 'fizz' has no attribute" in page.locator("#cell").inner_text()
