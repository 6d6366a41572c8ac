"""Walking through a board by its keys and its addresses."""

from itertools import combinations

import pytest
from helpers import TOP

from check.browser.places import BEATS, go, heading, press, shown
from katas.poker import story

TITLES = ["Nothing yet", "Fake it", "Numbers", "Fizz", "Divisible"]
SMALL = [f"#step-{step}-{beat}" for step in range(len(TITLES)) for beat in BEATS]
POKER = [f"#step-{step.number}-{beat}" for step in story().steps for beat in BEATS]


def test_all_beats_are_walked_with_one_key_and_back_again_with_another(page):
    walked = [press(page, "ArrowRight") for _ in SMALL]
    assert walked == [[address, [address]] for address in SMALL]
    assert press(page, "ArrowRight")[0] == SMALL[-1]
    walked = [press(page, "ArrowLeft")[0] for _ in SMALL]
    assert walked == [*SMALL[-2::-1], "#progression"]


def test_up_and_down_go_by_step_and_keep_the_beat(page):
    go(page, "#step-0-green")
    walked = [press(page, "ArrowDown")[0] for _ in TITLES[1:]]
    assert walked == [f"#step-{n}-green" for n in range(1, len(TITLES))]
    assert press(page, "ArrowDown")[0] == walked[-1]
    assert press(page, "ArrowUp")[0] == walked[-2]


# As many keys as there are beats, without waiting for the screen after each.
WALK = """([key, times]) => Array.from({ length: times }, () => {
    const how = { key, bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", how));
    const shown = [...document.querySelectorAll(".here")].filter((place) => place.checkVisibility());
    const heads = shown.map((place) => place.querySelector("h2").innerText);
    return [location.hash, shown.map((place) => "#" + place.id), heads];
})"""


def test_all_beats_of_all_steps_are_walked_with_one_key_each_under_its_title(poker):
    go(poker, "#progression")
    walked = poker.evaluate(WALK, ["ArrowRight", len(POKER) + 1])
    assert [walk[:2] for walk in walked[:-1]] == [[address, [address]] for address in POKER]
    assert walked[-1][0] == POKER[-1]
    headings = [heading(step, beat) for step in story().steps for beat in BEATS]
    assert [head for _, _, (head,) in walked[:-1]] == headings


def test_and_by_step_with_another_one(poker):
    go(poker, "#step-0-green")
    walked = poker.evaluate(WALK, ["ArrowDown", len(story().steps)])
    expected = [f"#step-{step.number}-green" for step in story().steps[1:]]
    assert [address for address, *_ in walked] == [*expected, expected[-1]]


def test_an_address_can_be_sent_to_somebody_and_outlives_a_reload(opened, small_board):
    for address in ("#step-3-red", "#step-3-story", "#compare"):
        page = opened(small_board, address)
        assert shown(page) == [address, [address]]
        page.reload()
        assert shown(page) == [address, [address]]


OTHERS = [
    pytest.param("", "#progression", id="nothing"),
    pytest.param("#step-3", "#step-3-red", id="a step alone is its red"),
    pytest.param("#step-03-story", "#step-3-story", id="a zero before it"),
    pytest.param("#step-999-red", "#progression", id="no such step"),
    pytest.param("#step-3-blue", "#progression", id="no such beat"),
    pytest.param("#compare-2-4", "#compare", id="two steps"),
    pytest.param("#compare-2-999", "#compare", id="a step too far"),
    pytest.param("#speed", "#progression", id="speeds that nobody has measured"),
]


@pytest.mark.parametrize(("address", "place"), OTHERS)
def test_an_address_written_by_hand(page, address, place):
    go(page, address)
    assert shown(page)[1] == [place]


def test_a_letter_leads_elsewhere_until_they_are_switched_off(page):
    places = {"g": "#progression", "c": "#compare-2-3", "s": "#step-3-red"}  # for there are no speeds
    for key, address in places.items():
        go(page, "#step-3-red")
        assert press(page, key)[0] == address
    page.keyboard.press("?")
    page.locator("#letters").uncheck()
    page.keyboard.press("Escape")
    assert press(page, "g")[0] == "#step-3-red"


def test_where_there_are_speeds_a_letter_leads_there(poker):
    go(poker, "#step-19-red")
    assert press(poker, "s") == ["#speed", ["#speed"]]


def test_the_question_mark_shows_the_keys_and_a_key_closes_them(page):
    keys = page.get_by_text("the same beat of the next step")
    for key in ("Escape", "?"):
        page.keyboard.press("?")
        assert keys.is_visible()
        page.keyboard.press(key)
        assert not keys.is_visible()


@pytest.mark.parametrize(("board", "there"), [("page", 0), ("poker", 1)])
def test_of_the_speeds_is_told_only_where_there_are_some(request, board, there):
    page = request.getfixturevalue(board)
    assert page.locator("#keys").get_by_text("how fast each step is").count() == there
    assert page.locator(".top").get_by_role("link", name="Speed").count() == there


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
    go(poker, "#compare-18-19")
    assert poker.locator("#compared h3").all_inner_texts() == ["18 Straight", "19 The wheel"]
    assert poker.locator("#compared .old").all_text_contents() == [""]
    (new,) = poker.locator("#compared .fresh").all_text_contents()
    assert new.splitlines()[0].strip() == "case [[a], [b], [c], [d], [e]] if a.value == 14 and b.value == 5:"
    go(poker, "#compare-19-18")
    assert poker.locator("#compared .fresh").all_text_contents() == [""]
    assert poker.locator("#compared .old").all_text_contents() == [new]


SIDES = """() => {
    const parts = [...document.querySelectorAll("#compared > .sides > :not(h3)")];
    const blocks = parts.flatMap((part) => part.matches("details") ? [part, part] : [part])
        .map((part) => (part.querySelector("pre") || part).textContent);
    return [0, 1].map((side) => blocks.filter((_, n) => n % 2 === side).join(""));
}"""


@pytest.mark.parametrize(("left", "right"), [(66, 69), (69, 66), (65, 67), (0, 12), (7, 7)])
def test_both_sides_are_the_whole_of_their_steps(poker, left, right):
    go(poker, f"#compare-{left}-{right}")
    for number, text in zip((left, right), poker.evaluate(SIDES), strict=True):
        (file,) = (TOP / "steps").glob(f"step_{number:02}_*/poker.py")
        assert text.rstrip("\n") == file.read_text(encoding="utf-8").rstrip("\n")


def test_each_design_of_a_chapter_is_beside_each_other_and_the_one_before(poker, page):
    links = poker.locator(".designs a").evaluate_all("(links) => links.map((a) => a.hash)")
    chapters = [range(65, 70), range(69, 73)]
    assert links == [f"#compare-{a}-{b}" for steps in chapters for a, b in combinations(steps, 2)]
    assert page.locator(".designs").count() == 0  # for its story has no such chapter


def test_on_a_phone_what_is_the_same_stands_there_once(opened, small_board):
    page = opened(small_board, "#compare-3-4", 390, 844)
    same = page.locator("#compared .sides > .same")
    assert same.count() > 1
    assert [one.is_visible() for one in same.all()] == [True, False] * (same.count() // 2)
