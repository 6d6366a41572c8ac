"""The pages of a session: its lights, any two of which can be compared, and the retro of an evening."""

import pytest
from history.session import record

from check.browser import made

SIZES = "(all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize))"


def diff(page):
    return page.locator("#diff span:is(.came, .went)").all_text_contents()


def test_it_opens_with_the_last_change_and_any_two_lights_can_be_compared(opened, lights):
    page = opened(lights)
    assert diff(page) == ["- def say(number)", "+ def say(number):", "+     return str(number)"]
    page.get_by_label("compare from light 2").check()
    page.get_by_label("compare to light 4").check()
    assert page.locator("#change").inner_text() == "What changed from light 2 to 4"
    assert diff(page) == ['-     return "1"', "+     return str(number)"]
    page.get_by_label("light 2, green", exact=True).click()
    assert diff(page) == ["+ def say(number):", '+     return "1"']
    assert page.locator("#diff .file").all_text_contents() == ["fizz.py (new)"]
    # colours have their words and shapes, and markup in a name stays text
    words = page.locator("td.colour").all_inner_texts()
    assert [word.strip() for word in words] == ["× red", "■ green", "! amber", "■ green"]
    assert page.get_by_text(made.PLANTED).is_visible()
    assert page.title() == "tables-3: 4 lights"


def test_an_evening_has_its_questions_and_a_picture_of_each_pair(seen):
    page = seen("retro", "#evening")
    assert page.locator(".questions > li").count() == 3
    assert page.locator(".rows .name").all_text_contents() == made.NAMES
    assert page.locator(".rows .rhythm").first.get_attribute("aria-label").startswith("tables-1: 24 runs in ")


def test_forty_pairs_are_on_one_screen_also_projected_and_keys_walk(opened, tmp_path):
    names = ["ada-and-bea-{}", "the-quick-brown-foxes-of-the-back-row-{}"]
    pairs = [record(names[n % 2].format(n), (n, "red"), (n + 9, "green")) for n in range(40)]
    page = opened(made.retro(tmp_path, pairs), "", 1280, 720)
    for key in ("g", "p"):
        page.keyboard.press(key)
        assert page.locator(".rows .name").last.is_visible()
        assert page.evaluate("document.documentElement.scrollHeight") == 720
    page.keyboard.press("ArrowRight")
    assert page.locator("#pair-1").is_visible()


@pytest.mark.parametrize("height", [720, 1080])
def test_all_three_questions_are_in_sight_while_projecting(opened, tmp_path, height):
    """In letters of a thirtieth of the height."""
    rule = "a full house beats a flush, whatever the kickers are"
    lights = [
        (n * 5, "red" if n % 2 else "green", {"test": rule, "code": 30, "expected": "amber", "held": False})
        for n in range(9)
    ]
    pairs = [
        record(name, *lights) for name in ("ada-and-bea-lovelace", "tables-3", "kim-and-lee-yang", "d", "e")
    ]
    page = opened(made.retro(tmp_path, pairs), "#questions", height * 16 // 9, height)
    page.keyboard.press("p")
    questions = page.locator(".questions > li")
    assert questions.count() == 3
    assert max(questions.evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().bottom)")) <= height
    assert min(questions.locator(":is(h3, li)").evaluate_all(SIZES)) >= height / 34
