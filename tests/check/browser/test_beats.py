"""What the four beats of a step show."""

import re
from contextlib import redirect_stdout
from io import StringIO

import pytest

from check.browser.places import go
from dojo.tour.read import step_patch
from dojo.tour.status import red
from katas.poker import story

STEPS = story().steps
REFACTORINGS = [step.number for step in STEPS if step.kind == "refactoring"]


@pytest.mark.parametrize("number", [6, 19, 41, 51])
def test_the_failures_on_red_are_those_that_make_red_prints(poker, number):
    with redirect_stdout(StringIO()) as printed:
        assert red(story(), story().step(number)) == 0
    text = " ".join(printed.getvalue().split())
    failures = poker.locator(f"#step-{number}-red .failure").all_text_contents()
    assert len(failures) == int(re.search(r"(\d+) tests?, (?:all )?red on step", text)[1])
    for failure in failures:
        error = next(line for line in failure.splitlines() if line.startswith("E "))
        assert f"” is red: {error.removeprefix('E ').strip().removeprefix('Failed: ')}" in text


def test_red_shows_the_new_test_as_it_is_written(poker):
    code = " ".join(poker.locator("#step-19-red .code").all_text_contents())
    assert 'drives(19, "the wheel is a straight", "5♦ 4♦ 3♣ 2♦ A♥", "A♣ A♥ A♦ K♣ Q♠"),' in code
    assert "def test_the_stronger_hand_wins(poker, stronger, weaker):" in code


def test_the_reason_of_the_first_failure_is_on_the_screen_at_once(opened, poker_board):
    poker = opened(poker_board, width=1280, height=720)
    below = []
    for number in (step.number for step in STEPS[1:] if step.number not in REFACTORINGS):
        go(poker, f"#step-{number}-red")
        error = poker.locator(f"#step-{number}-red .error").first.bounding_box()
        if error["y"] + error["height"] > poker.locator(".walk").bounding_box()["y"]:
            below.append(number)
    assert below == []


@pytest.mark.parametrize("number", [1, 19, 28, 42])
def test_change_is_what_make_diff_prints(poker, number):
    lines = poker.locator(f"#step-{number}-change :is(ins, del)").all_text_contents()
    patch = step_patch(story(), story().step(number)).splitlines()
    changed = [line for line in patch if line[0] in "+-" and line[:3] not in ("+++", "---")]
    assert [line.rstrip("\n") for line in lines] == changed


def test_what_did_not_change_is_folded_and_can_be_opened(poker):
    go(poker, "#step-19-change")
    folded = poker.locator("#step-19-change").get_by_text("class Card", exact=False)
    assert not folded.is_visible()
    poker.locator("#step-19-change summary").first.click()
    assert folded.is_visible()
    poker.locator("#step-19-change summary").first.click()


def test_green_is_the_bar_now(poker):
    go(poker, "#step-19-green")
    assert poker.locator("#step-19-green .bar-big").inner_text() == "■ 74 green"
    strips = poker.locator("#step-19-green .strip [role=img]")
    assert strips.evaluate_all("(all) => all.map((one) => one.ariaLabel)") == [
        "step 18: 73 green, 1 red",
        "step 19: 74 green",
    ]


def test_a_refactoring_shows_that_no_colour_changed(poker):
    assert len(REFACTORINGS) > 10
    for number in REFACTORINGS:
        red, green = (poker.locator(f"#step-{number}-{beat}").text_content() for beat in ("red", "green"))
        assert "No test drives step" in red, number
        assert poker.locator(f"#step-{number}-red .beat-name.red").count() == 0, number
        assert ", none changed colour." in green, number


def test_before_the_first_step_nothing_is_red(page):
    go(page, "#step-0-red")
    assert "Nothing is red yet: no test is written by now." in page.locator("#step-0-red").inner_text()
    assert "no test is written yet" in page.locator("#step-0-green").text_content()


WORDS = "(ids) => ids.map((id) => document.getElementById(id).textContent)"


def test_the_story_is_the_whole_readme(poker):
    shown = poker.evaluate(WORDS, [f"step-{step.number}-story" for step in STEPS])
    for step, text in zip(STEPS, shown, strict=True):
        prose = step.lesson.split("\n", 4)[-1]
        words = re.findall(r"\w+", re.sub(r"^```.*$|\]\([^)]*\)", "", prose, flags=re.MULTILINE))
        assert not [word for word in words if word not in text], step.name


def test_the_question_for_the_room_is_the_largest_text_of_each_story(poker):
    go(poker, "#step-19-story")
    size = "(e) => parseFloat(getComputedStyle(e).fontSize)"
    question = poker.locator("#step-19-story .question p").last
    assert question.inner_text().endswith("or one for its order too?")
    assert question.evaluate(size) > poker.locator("#step-19-story .prose p").first.evaluate(size)
    assert poker.locator(".question").count() == len(STEPS)
