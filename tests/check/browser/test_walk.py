"""Walking through a board by its keys and its addresses, before a room that is to predict."""

from itertools import combinations

import pytest
from helpers import TOP

from check.browser.places import BEATS, DARK, LIGHT, go, heading, paper_of, press, shown
from katas.poker import story

STEPS = range(5)


def test_keys_walk_through_all_beats_and_back_and_through_the_steps(page):
    beats = [f"#step-{step}-{beat}" for step in STEPS for beat in BEATS]
    walked = [press(page, "ArrowRight") for _ in beats]
    assert walked == [[address, [address]] for address in beats]
    assert press(page, "ArrowRight")[0] == beats[-1]
    walked = [press(page, "ArrowLeft")[0] for _ in beats]
    assert walked == [*beats[-2::-1], "#progression"]
    go(page, "#step-0-green")
    walked = [press(page, "ArrowDown")[0] for _ in STEPS]
    greens = [f"#step-{n}-green" for n in STEPS[1:]]
    assert walked == [*greens, greens[-1]]
    assert press(page, "ArrowUp")[0] == greens[-2]


HEADS = """(all) => all.map((one) => [one.id, one.querySelector("h2").textContent])"""


def test_each_beat_of_each_step_is_there_under_its_title(poker):
    found = [(id, " ".join(head.split())) for id, head in poker.locator(".beat").evaluate_all(HEADS)]
    steps = story().steps
    expected = [(f"step-{step.number}-{beat}", heading(step, beat)) for step in steps for beat in BEATS]
    assert found == expected


def test_an_address_can_be_sent_to_somebody_and_outlives_a_reload(opened, small_board):
    for address in ("#step-3-red", "#compare"):
        page = opened(small_board, address)
        assert shown(page) == [address, [address]]
        page.reload()
        assert shown(page) == [address, [address]]


OTHERS = {
    "": "#progression",
    "#step-3": "#step-3-red",
    "#step-03-story": "#step-3-story",
    "#step-999-red": "#progression",
    "#step-3-blue": "#progression",
    "#compare-2-4": "#compare",
    "#compare-2-999": "#compare",
    "#speed": "#progression",  # for nobody has measured any
}


def test_an_address_written_by_hand(page):
    there = {}
    for address in OTHERS:
        go(page, address)
        there[address] = shown(page)[1]
    assert there == {address: [place] for address, place in OTHERS.items()}


@pytest.mark.parametrize(("board", "speeds"), [("page", False), ("poker", True)])
def test_a_letter_leads_elsewhere_and_to_the_speeds_only_where_there_are_some(request, board, speeds):
    page = request.getfixturevalue(board)
    assert page.locator("#keys").get_by_text("how fast each step is").count() == speeds
    assert page.locator(".top").get_by_role("link", name="Speed").count() == speeds
    places = {"g": "#progression", "c": "#compare-2-3", "s": "#speed" if speeds else "#step-3-red"}
    for key, address in places.items():
        go(page, "#step-3-red")
        assert press(page, key)[0] == address


def test_the_buttons_walk_too_and_the_title_and_the_focus_follow(page):
    for name, address in [("On", "#step-0-red"), ("On", "#step-0-change"), ("Back", "#step-0-red")]:
        page.locator(".walk").get_by_role("link", name=name).click()
        assert shown(page)[0] == address
    assert page.title() == "00 Nothing yet · red · Fizz, step by step"
    assert page.evaluate("document.activeElement.id") == "step-0-red-head"
    page.locator("#jump").select_option("3")
    assert shown(page)[0] == "#step-3-red"


# Two steps side by side


def test_two_steps_stand_side_by_side(poker):
    go(poker, "#compare-27-28")
    assert poker.locator("#compared h3").all_inner_texts() == ["27 Straight", "28 The wheel"]
    assert poker.locator("#compared .old").all_text_contents() == [""]
    (new,) = poker.locator("#compared .fresh").all_text_contents()
    assert new.splitlines()[0].strip() == "case [[a], [b], [c], [d], [e]] if a.value == 14 and b.value == 5:"
    go(poker, "#compare-28-27")
    assert poker.locator("#compared .fresh").all_text_contents() == [""]
    assert poker.locator("#compared .old").all_text_contents() == [new]


SIDES = """() => {
    const parts = [...document.querySelectorAll("#compared > .sides > :not(h3)")];
    const blocks = parts.flatMap((part) => part.matches("details") ? [part, part] : [part])
        .map((part) => (part.querySelector("pre") || part).textContent);
    return [0, 1].map((side) => blocks.filter((_, n) => n % 2 === side).join(""));
}"""


def test_both_sides_are_the_whole_of_their_steps(poker):
    for numbers in [(66, 69), (69, 66), (0, 12), (7, 7)]:
        go(poker, "#compare-{}-{}".format(*numbers))
        for number, text in zip(numbers, poker.evaluate(SIDES), strict=True):
            (file,) = (TOP / "steps").glob(f"step_{number:02}_*/poker.py")
            assert text.rstrip("\n") == file.read_text(encoding="utf-8").rstrip("\n"), numbers


def test_each_design_of_a_chapter_is_beside_each_other_and_the_one_before(poker, page):
    links = poker.locator(".designs a").evaluate_all("(links) => links.map((a) => a.hash)")
    chapters = [range(92, 97), range(96, 100)]
    assert links == [f"#compare-{a}-{b}" for steps in chapters for a, b in combinations(steps, 2)]
    assert page.locator(".designs").count() == 0  # for its story has no such chapter


def test_on_a_phone_what_is_the_same_stands_there_once(seen):
    page = seen("small_board", "#compare-3-4", 390, 844)
    same = page.locator("#compared .sides > .same")
    assert same.count() > 1
    assert [one.is_visible() for one in same.all()] == [True, False] * (same.count() // 2)


# Hidden first


def texts(page, place):
    return page.locator(f"{place} .answer > *:visible").all_inner_texts()


def test_hidden_first_the_red_is_shown_bit_by_bit_and_hidden_for_the_next_room(page):
    go(page, "#step-2-red")
    before = page.locator("#step-2-red").inner_text()
    page.keyboard.press("h")
    assert texts(page, "#step-2-red") == []
    assert page.locator("#predict").get_attribute("aria-pressed") == "true"
    assert page.locator("#step-2-red .title").is_hidden()
    test, failure = page.locator("#step-2-red .answer").all()
    assert failure.is_hidden()
    page.keyboard.press("ArrowRight")
    assert "two is said" in test.inner_text()
    assert failure.locator(".failure").is_hidden()
    page.keyboard.press("Space")
    assert "assert '1' == '2'" in failure.locator(".failure").inner_text()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("location.hash") == "#step-2-change"
    assert page.locator("#step-2-change .title").is_hidden()
    assert texts(page, "#step-2-change") == []
    page.keyboard.press("ArrowRight")
    assert "return str(number)" in "".join(texts(page, "#step-2-change"))
    go(page, "#step-2-green")
    assert page.locator("#step-2-green .bar-big").is_visible()
    go(page, "#step-2-red")
    assert texts(page, "#step-2-red") == []
    page.keyboard.press("h")
    assert page.locator("#step-2-red").inner_text() == before


def test_switches_outlive_a_reload(seen):
    page = seen("small_board", "#step-2-red")
    for key in "phd":
        page.keyboard.press(key)
    page.reload()
    for button in ("#project", "#predict"):
        assert page.locator(button).get_attribute("aria-pressed") == "true"
    assert paper_of(page, "light") == DARK
    page.keyboard.press("Escape")
    page.locator("#theme").click()
    assert paper_of(page, "light") == LIGHT
