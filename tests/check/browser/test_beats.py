"""What the four beats of a step show."""

import re
from contextlib import redirect_stdout
from io import StringIO

from check.browser.places import go
from dojo.tour.read import step_patch
from dojo.tour.status import red
from katas.poker import story

STEPS = story().steps
UNDRIVEN = [step.number for step in STEPS if step.kind in ("refactoring", "another design")]
TEXTS = """(beats) => Object.fromEntries(beats.map((id) => [id, document.getElementById(id).textContent]))"""
IS_BELOW = """(numbers) => numbers.filter((number) => {
    location.hash = `#step-${number}-red`;
    show();
    const error = document.querySelector(`#step-${number}-red .error`).getBoundingClientRect();
    return error.bottom > document.querySelector(".walk").getBoundingClientRect().top;
})"""


def test_the_failures_on_red_are_those_that_make_red_prints(poker):
    for number in (7, 28, 59, 92):
        with redirect_stdout(StringIO()) as printed:
            assert red(story(), story().step(number)) == 0
        text = " ".join(printed.getvalue().split()).replace("” is red: AssertionError: ", "” is red: ")
        failures = poker.locator(f"#step-{number}-red .failure").all_text_contents()
        count = re.search(r"(\d+) tests?, (?:all )?red on step", text)
        assert count
        assert len(failures) == int(count[1])
        for failure in failures:
            error = next(line for line in failure.splitlines() if line.startswith("E "))
            reason = error.removeprefix("E ").strip()
            # pytest leaves the name of an assertion out where the frames above it show the assertion
            for name in ("Failed: ", "AssertionError: "):
                reason = reason.removeprefix(name)
            assert f"” is red: {reason}" in text


def test_red_shows_the_new_test_and_its_first_reason_at_once(seen):
    poker = seen("poker_board", "#step-28-red", 1280, 720)
    code = " ".join(poker.locator("#step-28-red .code").all_text_contents())
    assert 'drives(28, "the wheel is a straight", "5♦ 4♦ 3♣ 2♦ A♥", "A♣ A♥ A♦ K♣ Q♠"),' in code
    assert "def test_the_stronger_hand_wins(poker, stronger, weaker):" in code
    driven = [step.number for step in STEPS[1:] if step.number not in UNDRIVEN]
    assert poker.evaluate(IS_BELOW, driven) == []


def test_change_is_what_make_diff_prints_and_the_rest_is_folded_and_can_be_opened(poker):
    for number in (1, 19, 28, 42):
        lines = poker.locator(f"#step-{number}-change :is(ins, del)").all_text_contents()
        patch = step_patch(story(), story().step(number)).splitlines()
        changed = [line for line in patch if line[0] in "+-" and line[:3] not in ("+++", "---")]
        assert [line.rstrip("\n") for line in lines] == changed
    go(poker, "#step-28-change")
    folded = poker.locator("#step-28-change").get_by_text("class Card", exact=False)
    assert not folded.is_visible()
    code = poker.locator("#step-28-change .fold code").first
    plain = code.text_content()
    assert code.locator("span").count() == 0
    poker.locator("#step-28-change summary").first.click()
    assert folded.is_visible()
    code.locator("span.k").first.wait_for()
    assert code.text_content() == plain
    poker.locator("#step-28-change summary").first.click()


def test_green_is_the_bar_now(poker):
    go(poker, "#step-28-green")
    assert poker.locator("#step-28-green .bar-big").inner_text() == "■ 74 green"
    strips = poker.locator("#step-28-green .strip [role=img]")
    labels = strips.evaluate_all("(all) => all.map((one) => one.ariaLabel)")
    assert labels == ["step 27: 73 green, 1 red", "step 28: 74 green"]


def test_where_nothing_is_red_it_says_why(poker, seen):
    assert len(UNDRIVEN) > 10
    texts = poker.evaluate(TEXTS, [f"step-{n}-{beat}" for n in UNDRIVEN for beat in ("red", "green")])
    for number in UNDRIVEN:
        assert "No test drives step" in texts[f"step-{number}-red"]
        assert ", none changed colour." in texts[f"step-{number}-green"]
    reds = poker.locator(".beat-name.red").evaluate_all("(all) => all.map((one) => one.closest('.beat').id)")
    assert [number for number in UNDRIVEN if f"step-{number}-red" in reds] == []
    first = seen("small_board", "#step-0-red").evaluate(TEXTS, ["step-0-red", "step-0-green"])
    assert "Nothing is red: no test is written yet." in first["step-0-red"]
    assert "no test is written yet" in first["step-0-green"]


def test_the_story_is_the_whole_readme_and_its_question_is_its_largest_text(poker):
    texts = poker.evaluate(TEXTS, [f"step-{step.number}-story" for step in STEPS])
    for step in STEPS:
        prose = step.lesson.split("\n", 4)[-1]
        words = re.findall(r"\w+", re.sub(r"^```.*$|\]\([^)]*\)", "", prose, flags=re.MULTILINE))
        # a question that stands alone begins with a capital letter
        shown = texts[f"step-{step.number}-story"].casefold()
        assert [word for word in words if word.casefold() not in shown] == []
    go(poker, "#step-28-story")
    size = "(e) => parseFloat(getComputedStyle(e).fontSize)"
    question = poker.locator("#step-28-story .question p").last
    assert question.inner_text().endswith("convince a colleague that it can fail?")
    assert question.evaluate(size) > poker.locator("#step-28-story .prose p").first.evaluate(size)
    assert poker.locator(".question").count() == len(STEPS)
