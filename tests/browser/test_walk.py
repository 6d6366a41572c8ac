"""Walking through the board by its keys and its addresses."""

import re
from itertools import combinations

import pytest
from conftest import ROOT, go, steps

BEATS = ["red", "change", "green", "story"]
ADDRESSES = [f"#step-{step}-{beat}" for step in range(len(steps())) for beat in BEATS]

# What is shown: the ids of the places, of which there must be one.
SHOWN = """new Promise(requestAnimationFrame).then(() => [
    location.hash,
    [...document.querySelectorAll(".page, .beat")].filter((e) => e.checkVisibility()).map((e) => "#" + e.id),
])"""


def shown(page):
    """The address, and what is shown, once the page has followed the last key."""
    return page.evaluate(SHOWN)


def press(page, key):
    page.keyboard.press(key)
    return shown(page)


def test_all_beats_are_walked_with_one_key(page):
    walked = []
    for _ in ADDRESSES:
        walked.append(press(page, "ArrowRight"))
    assert walked == [[address, [address]] for address in ADDRESSES]
    assert press(page, "ArrowRight")[0] == ADDRESSES[-1]


def test_and_back_again(page):
    go(page, ADDRESSES[8])
    walked = [press(page, "ArrowLeft")[0] for _ in range(9)]
    assert walked == [*ADDRESSES[7::-1], "#progression"]


def test_up_and_down_go_by_step_and_keep_the_beat(page):
    go(page, "#step-0-green")
    walked = [press(page, "ArrowDown")[0] for _ in steps()[1:]]
    assert walked == [f"#step-{n}-green" for n in range(1, len(steps()))]
    assert press(page, "ArrowDown")[0] == walked[-1]
    assert press(page, "ArrowUp")[0] == walked[-2]


HEADINGS = """async (addresses) => {
    const headings = [];
    for (const address of addresses) {
        const changed = new Promise((done) => addEventListener("hashchange", done, { once: true }));
        location.hash = address;
        await changed;
        const all = [...document.querySelectorAll(":is(.page, .beat) h2")];
        const shown = all.filter((heading) => heading.checkVisibility());
        headings.push(shown.map((heading) => heading.innerText).join(" and "));
    }
    return headings;
}"""


def test_every_address_opens_its_beat(page):
    headings = page.evaluate(HEADINGS, ADDRESSES)
    titles = [(title, beat.capitalize()) for title in steps() for beat in BEATS]
    for heading, (title, beat) in zip(headings, titles, strict=True):
        assert re.fullmatch(rf"\d\d {re.escape(title)} (?:↻ )?{beat}", heading)


OPENED = ["#step-19-red", "#step-19-change", "#step-19-green", "#step-19-story", "#compare"]


@pytest.mark.parametrize("address", OPENED)
def test_an_address_can_be_sent_to_somebody_and_outlives_a_reload(opened, address):
    page = opened(address)
    place = address.partition("-4")[0]
    assert shown(page) == [address, [place]]
    page.reload()
    assert shown(page) == [address, [place]]


OTHERS = [
    pytest.param("", "#progression", id="nothing"),
    pytest.param("#step-19", "#step-19-red", id="a step alone is its red"),
    pytest.param("#step-07-story", "#step-7-story", id="a zero before it"),
    pytest.param("#step-999-red", "#progression", id="no such step"),
    pytest.param("#step-7-blue", "#progression", id="no such beat"),
    pytest.param("#compare-44-47", "#compare", id="two steps"),
    pytest.param("#speed", "#speed", id="the speeds"),
    pytest.param("#compare-44-999", "#compare", id="a step too far"),
]


@pytest.mark.parametrize(("address", "place"), OTHERS)
def test_an_address_written_by_hand(page, address, place):
    go(page, address)
    assert shown(page)[1] == [place]


LETTERS = [
    pytest.param("g", "#progression", id="g: the progression"),
    pytest.param("c", "#compare-18-19", id="c: compare with the step before"),
    pytest.param("s", "#speed", id="s: the speeds"),
]


@pytest.mark.parametrize(("key", "address"), LETTERS)
def test_a_letter_leads_elsewhere(page, key, address):
    go(page, "#step-19-red")
    assert press(page, key)[0] == address


def test_letters_can_be_switched_off_for_who_speaks_to_the_page(page):
    go(page, "#step-19-red")
    page.keyboard.press("?")
    page.locator("#letters").uncheck()
    page.keyboard.press("Escape")
    assert press(page, "g")[0] == "#step-19-red"
    page.locator("#letters").evaluate("(box) => { box.checked = true; }")


@pytest.mark.parametrize("key", ["Escape", "?"])
def test_the_question_mark_shows_the_keys_and_a_key_closes_them(page, key):
    page.keyboard.press("?")
    assert page.get_by_text("the same beat of the next step").is_visible()
    page.keyboard.press(key)
    assert not page.get_by_text("the same beat of the next step").is_visible()


def test_the_buttons_walk_too(page):
    for name, address in [("On", "#step-0-red"), ("On", "#step-0-change"), ("Back", "#step-0-red")]:
        page.locator(".walk").get_by_role("link", name=name).click()
        assert shown(page)[0] == address
    page.locator("#jump").select_option("19")
    assert shown(page)[0] == "#step-19-red"


def test_everything_has_a_title_and_the_focus_is_on_what_is_new(page):
    press(page, "ArrowRight")
    assert page.title() == "00 Nothing yet · red · Poker hands, step by step"
    assert page.evaluate("document.activeElement.id") == "step-0-red-head"


def test_two_steps_stand_side_by_side(page):
    go(page, "#compare-18-19")
    assert page.locator("#compared h3").all_inner_texts() == ["18 Straight", "19 The wheel"]
    assert page.locator("#compared .old").all_text_contents() == [""]
    (new,) = page.locator("#compared .fresh").all_text_contents()
    assert new.splitlines()[0].strip() == "case [[a], [b], [c], [d], [e]] if a.value == 14 and b.value == 5:"
    go(page, "#compare-19-18")
    assert page.locator("#compared .fresh").all_text_contents() == [""]
    assert page.locator("#compared .old").all_text_contents() == [new]


SIDES = """() => {
    const parts = [...document.querySelectorAll("#compared > .sides > :not(h3)")];
    const blocks = parts.flatMap((part) => part.matches("details") ? [part, part] : [part])
        .map((part) => (part.querySelector("pre") || part).textContent);
    return [0, 1].map((side) => blocks.filter((_, n) => n % 2 === side).join(""));
}"""


def test_both_sides_are_the_whole_of_their_steps(page):
    for left, right in [(44, 47), (47, 44), (43, 45), (0, 12), (7, 7)]:
        go(page, f"#compare-{left}-{right}")
        sides = page.evaluate(SIDES)
        for number, text in zip((left, right), sides, strict=True):
            (file,) = (ROOT / "steps").glob(f"step_{number:02}_*/poker.py")
            assert text.rstrip("\n") == file.read_text(encoding="utf-8").rstrip("\n")


def test_each_design_of_a_chapter_is_beside_each_other_and_the_one_before(page):
    links = page.locator(".designs a").evaluate_all("(links) => links.map((a) => a.hash)")
    chapters = [range(43, 48), range(47, 51)]
    assert links == [f"#compare-{a}-{b}" for steps in chapters for a, b in combinations(steps, 2)]
