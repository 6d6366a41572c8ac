"""The progression on the board is the engine's, cell by cell."""

import re
from collections import Counter

import pytest
from conftest import said

SHAPES = {"■": "g", "×": "r", "·": "n", "○": "l"}


@pytest.fixture(scope="session")
def engine():
    """The rows of cells that `make progress` draws, by rule."""
    drawn = said("env", "COLUMNS=200", "make", "progress")
    return dict(re.findall(r"^(.*?) +([■×·○]{20,})$", drawn.partition("■ green")[0], re.MULTILINE))


def test_the_cells_are_the_engines(page, engine):
    rows = page.locator(".matrix tr:has(td)").all_text_contents()
    assert rows == [f"{rule}{cells}" for rule, cells in engine.items()]


def test_each_kind_is_as_often_as_the_engine_says(page, engine):
    counted = {kind: page.locator(f"td.{kind}").count() for kind in "grnlb"}
    expected = Counter(SHAPES[shape] for row in engine.values() for shape in row)
    assert counted == {kind: expected[kind] for kind in "grnlb"}


def test_there_is_a_bar_for_each_step_with_its_count(page, engine):
    bars = page.locator(".staircase .count").all_text_contents()
    green = [sum(row[n] == "■" for row in engine.values()) for n in range(len(bars))]
    assert [int(bar.split()[0]) for bar in bars] == green


def cell(page, rule, step):
    row = page.locator(".matrix tr:has(td)").filter(has=page.get_by_text(rule, exact=True))
    return row.locator("td").nth(step)


TOLD = [
    pytest.param(19, "the wheel is a straight · 19 The wheel: green; it drives step 19", id="green"),
    pytest.param(18, "18 Straight: red, and step 19 makes it green. AssertionError: 5♦", id="red"),
    pytest.param(17, "17 Full house and four: not written yet: it comes with step 19", id="not yet"),
]


@pytest.mark.parametrize(("step", "told"), TOLD)
def test_pointing_at_a_cell_tells_what_happened_there(page, step, told):
    cell(page, "the wheel is a straight", step).hover()
    assert told in page.locator("#told").inner_text()


def test_luck_is_told_as_luck(page):
    cell(page, "a pair may be the highest cards", 9).hover()
    assert "passes before it was written, in step 14" in page.locator("#told").inner_text()


def test_the_cells_are_reached_and_walked_by_keyboard(page):
    page.locator("td[tabindex='0']").focus()
    for key in ["ArrowDown", "ArrowRight", "ArrowRight"]:
        page.keyboard.press(key)
    told = page.locator("#told").inner_text()
    assert told == "a six beats a five · 02 Fake it again: green; it drives step 2"
    assert page.evaluate("document.activeElement.ariaLabel").startswith("a six beats a five, on step 02")
    assert page.evaluate("location.hash") == "#progression"
    page.keyboard.press("End")
    assert " · 50 In bulk: green" in page.locator("#told").inner_text()
    page.evaluate("go({ test: 0, step: 0 })")


def test_choosing_a_red_cell_shows_its_failure(page):
    cell(page, "the wheel is a straight", 18).click()
    dialog = page.locator("#cell")
    assert "E   AssertionError: 5♦ 4♦ 3♣ 2♦ A♥ should beat A♣ A♥ A♦ K♣ Q♠" in dialog.inner_text()
    dialog.get_by_role("link", name="Step 19 The wheel").click()
    assert page.evaluate("location.hash") == "#step-19-red"


def test_enter_chooses_the_cell_that_has_the_focus(page):
    cell(page, "the wheel is a straight", 18).click()
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.locator("#cell-told").inner_text() == "Step 19 The wheel: green; it drives step 19."


def test_of_several_new_tests_each_cell_has_its_own_failure(page):
    for rule in ["clubs are read", "spades are read"]:
        cell(page, rule, 5).click()
        assert page.locator("#cell-head").inner_text() == rule
        place = page.locator("#step-6-red .rule").all_inner_texts().index(f"× {rule}")
        drawn = page.locator("#step-6-red .failure").nth(place).text_content()
        assert page.locator("#cell-failure").text_content() == drawn
        page.keyboard.press("Escape")


def test_choosing_a_cell_that_is_not_red_yet_says_what_was_raised(page):
    cell(page, "the wheel is a straight", 0).click()
    assert "AttributeError: module 'steps.step_00_nothing_yet" in page.locator("#cell").inner_text()
