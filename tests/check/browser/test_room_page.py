"""The page of a room in a browser: what it draws, and what it does when the room says nothing."""

from typing import Any

import pytest
from helpers import typed_copy
from msgspec.structs import replace

from check.browser.made import three_pairs
from check.browser.places import heard
from check.browser.rooms import HOST, NOW, PLAN, WORD, light, lights, view
from check.served import Served
from dojo.room.models import Pair, Record, Report, id_of

PLANTED = "<b>three</b> & \x1b[31m"
JOIN = f"make join ROOM={HOST}/{WORD}"


@pytest.fixture
def visit(opened, room):
    """Opens the page of the room as a projector shows it."""
    return lambda place="": opened(room, place, 1280, 720)


# The rows

EVENING = {
    "guesses": [
        light(0, "green", NOW - 400, expected="red", held=True),
        light(1, "red", NOW - 300, expected="green", held=False),
    ],
    "no-light": [],
    "shapes": lights("green", "red", "amber", "keep", "green", begin=120),
    "gaps": [light(n, "red", NOW - ago) for n, ago in enumerate([1000, 820, 500])],
    "1970": [light(0, "red", 0), light(1, "red", NOW - 60)],
    "tomorrow": [light(0, "red", NOW + 86_400)],
}
MARKED = {
    "shares its code": {"shares": True},
    "left": {"left": True},
    "left · shares its code": {"left": True, "shares": True},
}
CELLS = {
    "guesses": ["× red", "2 of 3", "3 of 10", "6 min", "1 of 2", "two is said"],
    "shapes": ["■ green", "3 of 3", "3 of 10", "green", "", "two is said"],
    "no-light": ["no light yet", "", "", "", "", ""],
    "1970": ["× red", "2 of 3", "3 of 10", "days", "", "two is said"],
    "tomorrow": ["× red", "2 of 3", "3 of 10", "0 s", "", "two is said"],
}
STRIPS = {
    "shapes": ["light 1, green", "light 2, red", "light 3, amber", "light 4, keep", "light 5, green"],
    "gaps": [
        *("light 1, red", "light 2, red"),
        *("5 minutes without a light", "light 3, red", "8 minutes without a light"),
    ],
}


def row(page, name):
    return page.locator("#pairs tr", has=page.get_by_role("link", name=name, exact=True))


def strip(page, name):
    shapes = row(page, name).locator(".lights [role=img]")
    return shapes.evaluate_all("(all) => all.map((one) => one.ariaLabel)")


def names(page):
    return page.locator("#pairs .name a").all_inner_texts()


def test_a_row_says_where_a_pair_is(room, visit):
    for name, told in EVENING.items():
        room.put(name, told)
    for number, more in enumerate(MARKED.values()):
        room.put(f"tables-{number}", lights("red"), **more)
    page = visit()
    for name, said in CELLS.items():
        cells = row(page, name).locator("td:not(.strip)").all_inner_texts()
        assert [text.strip() for text in cells] == said
    assert {name: strip(page, name) for name in STRIPS} == STRIPS
    assert row(page, "shapes").locator(".shape").all_inner_texts() == ["■", "×", "!", "·", "■"]
    assert row(page, "1970").locator(".fold").all_inner_texts() == ["⋯"]
    assert [marks for marks in page.locator(".marks").all_inner_texts() if marks] == [*MARKED]


SIZES = "(all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize))"
HALF_GAPS = """() => [...document.querySelectorAll(".fold")].flatMap((fold) => {
    const range = document.createRange();
    range.selectNodeContents(fold);
    const { left, right } = range.getBoundingClientRect();
    const edge = fold.parentNode.getBoundingClientRect().left;
    return left < edge - 1 && edge + 1 < right ? [fold.textContent] : [];
})"""
HIDDEN_LAST = """() => [...document.querySelectorAll("#pairs .lights")].filter((strip) => {
    const last = [...strip.querySelectorAll(".shape")].at(-1).getBoundingClientRect();
    const { left, right } = strip.getBoundingClientRect();
    return last.left < left || last.right > right + 1;
}).length"""


def test_a_gap_at_the_edge_is_whole_or_hidden_and_the_newest_light_is_in_sight(room, visit):
    room.put("tables-9", lights(*["red"] * 70, begin=700, every=10))
    for quick in range(3):  # so many lights at the end have no gap before them
        ago = [*range(40 + quick, quick, -1), *[0] * quick]
        room.put(f"tables-{quick}", [light(n, "red", NOW - 240 * one) for n, one in enumerate(ago)])
    page = visit()
    page.locator(".fold").last.wait_for()
    for key in ("Escape", "p"):
        page.keyboard.press(key)
        assert page.evaluate(HALF_GAPS) == []
        assert page.evaluate(HIDDEN_LAST) == 0


def test_an_empty_room_says_how_to_join_and_what_is_new_comes_by_itself(room, visit):
    page = visit()
    command = page.locator("#empty .command")
    assert command.inner_text() == JOIN
    assert command.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)") >= 48
    room.put("tables-3", lights("red", begin=60))
    command.wait_for(state="hidden")
    assert page.locator("#how-to-join").inner_text() == JOIN
    room.put("tables-3", lights("red", "green", begin=60))
    heard(page, "document.querySelectorAll('.lights .shape').length === 2")
    assert strip(page, "tables-3") == ["light 1, red", "light 2, green"]
    room.clear()  # as a room that was started again
    room.put("tables-4", lights("amber", begin=60))
    heard(page, "document.querySelector('.name a').textContent === 'tables-4'")
    assert strip(page, "tables-4") == ["light 1, amber"]


@pytest.mark.parametrize("height", [720, 1080])
def test_how_to_join_is_one_key_away_on_all_of_the_screen(room, opened, height):
    """The code can be scanned from five metres: it has half of the height."""
    room.entrance, room.kata = "kata/", "fizz"
    room.put("tables-3", lights("red"))
    page = opened(room, "", height * 16 // 9, height)
    page.keyboard.press("j")
    shown = page.locator("#empty")
    shown.wait_for()
    code = shown.locator("svg").bounding_box()
    sizes = shown.locator("p:not(.back)").evaluate_all(SIZES)
    assert code
    assert code["height"] >= height / 2
    assert min(sizes) >= height / 30
    assert page.locator("#empty .command").evaluate("(e) => e.getBoundingClientRect().bottom") < height
    assert page.evaluate("[scrollY, document.documentElement.scrollHeight, scrollX]") == [0, height, 0]
    assert shown.inner_text().split("\n\n") == [
        "Our kata: fizz",
        "With nothing but a browser, scan the code or type",
        f"{HOST}/{WORD}/kata/",
        "On a laptop with the dojo, type",
        JOIN,
        "or begin with",
        f"make start NAME=your-name ROOM={HOST}/{WORD} KATA=fizz",
        "The room",
    ]
    assert page.locator(".top").is_hidden()
    page.keyboard.press("j")
    shown.wait_for(state="hidden")
    assert names(page) == ["tables-3"]


BY_NAME, BY_STUCK = ["tables-1", "tables-2", "tables-10"], ["tables-10", "tables-1", "tables-2"]
ORDERS = {"2": BY_STUCK, "1": BY_NAME, "3": ["tables-2", "tables-1", "tables-10"]}


def test_a_key_sorts_and_the_sorting_outlives_a_reload(room, visit):
    three_pairs(room)
    page = visit()
    for key, order in ORDERS.items():
        page.keyboard.press(key)
        assert names(page) == order
    page.get_by_role("button", name="stuck longest").click()
    for order in (BY_STUCK, BY_NAME):
        page.reload()
        heard(page, "document.querySelectorAll('.name').length === 3")
        assert names(page) == order
        page.evaluate("localStorage.setItem('sorting', 'luck')")  # which nobody knows


def test_markup_stays_text(room, visit):
    room.put(PLANTED, lights("red", test=PLANTED, expected=PLANTED), kata=PLANTED, shares=True)
    room.notes, room.clock, room.message = [PLANTED], view(driver=PLANTED), PLANTED
    room.files = [{"name": PLANTED, "rows": [["new", PLANTED]]}]
    page = visit()
    page.locator("#pairs .name a").click()
    page.locator("#diff .new").wait_for()
    assert page.locator("main b:not(#empty-address)").count() == 0
    assert PLANTED in page.locator("#notes").text_content()
    assert PLANTED in page.locator("#diff .new").text_content()


def test_a_room_that_does_not_answer_is_said_and_its_rows_stay(room, visit):
    """A page of another room asks so seldom that its computer stays welcome."""
    three_pairs(room)
    page = visit()
    for status, pause in ((503, 700), (403, 10_000), (429, 10_000)):
        room.refusal = status
        page.evaluate("listen()")
        heard(page, f"state.lost.includes({status})")
        said = page.locator("#banner").inner_text()
        assert said.startswith("The room has not answered since ")
        assert said.endswith(f" (it answers with {status}). What you see is from then.")
        assert (names(page), page.evaluate("state.pause")) == (BY_NAME, pause)
    room.refusal = 0
    page.evaluate("listen()")
    page.locator("#banner").wait_for(state="hidden")


# Twenty-two pixels of 720: some 16 mm high on a screen of one metre, read from ten.
PROJECTED = """() => [...document.querySelectorAll("#pairs :is(.name, .green-of, .now)")]
    .map((e) => [parseFloat(getComputedStyle(e).fontSize), e.getBoundingClientRect().bottom])"""
CUT = """() => [...document.querySelectorAll("#pairs :is(.known, .green-of)")]
    .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"""
HIGH = "document.documentElement.scrollHeight"
SHORT = ["tables-{}"]
NAMES = ["ada-and-bea-{}", *SHORT, "kim-and-lee-yang-{}", "the-quick-brown-foxes-of-the-back-row-{}"]


@pytest.mark.parametrize(
    ("pairs", "names", "least"), [(6, NAMES, 30), (12, SHORT, 30), (20, NAMES, 22), (40, NAMES, 22)]
)
def test_every_pair_is_in_sight_and_projected_in_large_letters_with_the_way_to_join(
    room, visit, pairs, names, least
):
    room.clock, room.message = view(driver="Ada-and-Bea-" * 5), "Back at eleven"
    for number in range(pairs):
        told = lights(*["green", "red"] * 5, tests=285, green=284, known=284, of=285)
        room.put(names[number % len(names)].format(number), told)
    page = visit()
    assert (page.evaluate(HIGH), page.evaluate(CUT)) == (720, [])
    page.keyboard.press("p")
    shown = page.evaluate(PROJECTED)
    assert page.evaluate(CUT) == []
    assert min(size for size, _ in shown) >= least
    assert max(bottom for _, bottom in shown) <= 720
    assert page.evaluate(HIGH) <= 720
    assert page.locator("#small-clock").evaluate("(e) => e.scrollHeight - e.clientHeight") <= 4
    assert page.locator("#how-to-join").inner_text() == JOIN
    assert page.locator("#message").inner_text() == "Back at eleven"
    assert page.locator("#qr svg").is_visible()
    assert [page.locator(one).first.is_hidden() for one in (".top", ".hand")] == [True, True]
    page.keyboard.press("Escape")
    assert page.locator(".top").is_visible()


WHOLE_LIGHTS = """() => {
    const strip = document.querySelector("#pairs .lights");
    const { left, right } = strip.getBoundingClientRect();
    const boxes = [...strip.querySelectorAll(".shape")].map((shape) => shape.getBoundingClientRect());
    return boxes.filter((box) => left <= box.left && box.right <= right + 1).length;
}"""
CUT_NAMES = """() => [...document.querySelectorAll("#pairs .name")]
    .filter((e) => e.scrollHeight > e.parentNode.clientHeight).map((e) => e.textContent)"""


def test_of_twenty_pairs_the_colour_and_the_tests_are_read_from_the_back(room, visit):
    for number in range(20):
        room.put(NAMES[number % 4].format(number), lights(*["green", "red"] * 8, begin=500))
    page = visit()
    page.keyboard.press("p")
    first = page.locator("#pairs tbody tr").first
    assert first.locator(".now").inner_text() == "× red"
    assert first.locator(".green-of").inner_text() == "2 of 3"
    assert page.evaluate(WHOLE_LIGHTS) == 16
    assert page.evaluate(CUT_NAMES) == []


READ_OF_A_PAIR = """() => [...document.querySelectorAll("#pairs tbody tr")].map((row) =>
    [".now", ".green-of"].map((one) => row.querySelector(one)).filter((cell) => cell.checkVisibility())
        .map((cell) => cell.innerText).join(" "))"""
ALL_LETTERS = """() => [...document.querySelectorAll("#pairs tbody :is(a, .shape, .now, .green-of, .since)")]
    .filter((e) => e.checkVisibility()).map((e) => parseFloat(getComputedStyle(e).fontSize))"""
TOO_WIDE = """() => [...document.querySelectorAll("#pairs tbody :is(.now, .green-of, .since)")]
    .filter((e) => e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent)"""


@pytest.mark.parametrize("height", [720, 1080])
@pytest.mark.parametrize("pairs", [21, 30, 40])
def test_of_forty_pairs_the_colour_in_a_word_and_the_tests_are_read_from_the_back(
    room, opened, height, pairs
):
    """The least letter is a sixtieth of the height, and the last lights of each pair are there."""
    for number in range(pairs):
        told = lights(*["green", "amber"] * 8, begin=900, tests=285, green=284)
        room.put(NAMES[number % 4].format(number), told)
    page = opened(room, "", height * 16 // 9, height)
    page.keyboard.press("p")
    assert page.evaluate(READ_OF_A_PAIR) == ["! amber 284 of 285"] * pairs
    assert min(page.evaluate(ALL_LETTERS)) >= height / 60
    assert page.evaluate(TOO_WIDE) == page.evaluate(CUT_NAMES) == []
    assert page.evaluate(WHOLE_LIGHTS) >= 4
    assert max(bottom for _, bottom in page.evaluate(PROJECTED)) <= height


# By the minute

MINUTE_CELLS = """() => [...document.querySelectorAll("#minutes tbody tr")].map((row) =>
    [...row.cells].slice(1).map((cell) => cell.innerText.replaceAll("\\n", "")).join("|"))"""
MINUTE_HEADS = """() => [...document.querySelectorAll("#minutes thead th")].slice(1)
    .map((head) => `${head.title} ${head.innerText}`.trim())"""
# how far the last column is from the right edge of what is in sight
FROM_NOW = """() => {
    const around = document.getElementById("minutes-around");
    const last = around.querySelector(".current");
    return last.getBoundingClientRect().right - around.getBoundingClientRect().right;
}"""


def test_a_key_shows_all_pairs_with_a_column_for_each_minute(room, visit):
    """Now is 14:13:20. A minute has its lights in their order; where nobody had one, a column says so."""
    room.put(
        "tables-1",
        [
            light(n, run, NOW - ago)
            for n, (run, ago) in enumerate([("red", 600), ("green", 595), ("red", 130), ("amber", 10)])
        ],
    )
    room.put("tables-2", [light(n, "red", NOW - 65 + n) for n in range(7)])
    page = visit()
    page.keyboard.press("t")
    heard(page, "document.querySelector('#minutes thead th')")
    assert page.evaluate(MINUTE_HEADS) == [
        "14:03 14:03",
        "7 min without a light ⋯7",
        "14:11 14:11",
        "14:12",
        "14:13",
    ]
    assert page.evaluate(MINUTE_CELLS) == ["×■||×||!", "|||7××××|"]
    page.locator("#minutes .shape").nth(1).click()
    page.get_by_role("heading", name="tables-1 · fizz").wait_for()
    assert page.evaluate("location.hash") == "#pair=tables-1&light=1"
    page.keyboard.press("t")
    page.keyboard.press("t")
    page.locator("#pairs").wait_for()


def test_the_newest_minute_is_in_sight_unless_somebody_has_scrolled_back(room, visit):
    many = [light(n, "red", NOW - 60 * (120 - n)) for n in range(120)]
    room.put("tables-1", many)
    page = visit("#minutes")
    assert abs(page.evaluate(FROM_NOW)) <= 2
    room.put("tables-1", [*many, *(light(120 + n, "red", NOW) for n in range(4))])
    heard(page, "document.querySelectorAll('#minutes .shape').length === 124")
    assert abs(page.evaluate(FROM_NOW)) <= 2
    page.evaluate("$('minutes-around').scrollLeft = 300")
    room.put("tables-1", [*many, *(light(120 + n, "red", NOW) for n in range(5))])
    heard(page, "document.querySelectorAll('#minutes .shape').length === 125")
    assert page.evaluate("$('minutes-around').scrollLeft") == 300
    page.keyboard.press("r")
    page.locator("#pairs").wait_for()
    page.keyboard.press("t")
    page.locator("#minutes").wait_for()
    assert abs(page.evaluate(FROM_NOW)) <= 2


MINUTE_LETTERS = """() => [...document.querySelectorAll("#minutes tbody :is(a, .shape)")]
    .map((e) => parseFloat(getComputedStyle(e).fontSize))"""
CUT_MINUTE_NAMES = """() => [...document.querySelectorAll("#minutes .name")]
    .filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"""


@pytest.mark.parametrize("height", [720, 1080])
@pytest.mark.parametrize(
    ("pairs", "names", "part"), [(8, NAMES, 45), (12, SHORT, 33), (20, NAMES, 60), (40, NAMES, 60)]
)
def test_the_minutes_of_all_pairs_are_in_sight_and_read_from_the_back(
    room, opened, height, pairs, names, part
):
    """The least letter is a sixtieth of the height."""
    for number in range(pairs):
        room.put(
            names[number % len(names)].format(number), lights(*["green", "red"] * 20, begin=2000, every=50)
        )
    page = opened(room, "#minutes", height * 16 // 9, height)
    for key in ("Escape", "p"):
        page.keyboard.press(key)
        assert page.evaluate(HIGH) <= height
        assert page.evaluate("$('minutes').getBoundingClientRect().bottom") <= height
        assert page.evaluate(CUT_MINUTE_NAMES) == []
        assert page.evaluate(FROM_NOW) <= 2
    assert min(page.evaluate(MINUTE_LETTERS)) >= height / part


FULL = "Nothing is recorded: database or disk is full. The room goes on showing."


@pytest.mark.parametrize("place", ["", "#pair=tables-3", "#clock"])
def test_a_warning_stays_in_view_while_projecting(room, visit, place):
    for number in range(12):
        room.put(f"tables-{number}", lights("red"))
    room.notes = [FULL, "a.lights is not taken: it has no pair", "b.lights is not taken: it has no pair"]
    page = visit(place)
    page.keyboard.press("p")
    warning = page.locator("#warning")
    bottom, size = warning.evaluate(
        "(e) => [e.getBoundingClientRect().bottom, parseFloat(getComputedStyle(e).fontSize)]"
    )
    assert warning.inner_text() == f"{room.notes[0]} · {room.notes[1]} · and 1 more"
    assert bottom == 720
    assert size >= 22
    assert max(bottom for _, bottom in page.evaluate(PROJECTED)) <= 720 - 22
    room.notes = []
    warning.wait_for(state="hidden")


@pytest.mark.parametrize(("key", "said"), [("l", "No more pairs can join."), ("s", "not done it")])
def test_who_projects_sees_that_the_room_is_locked_or_refuses(room, visit, key, said):
    room.locked = key == "l"
    page = visit("#lead=wrong")
    page.keyboard.press("p")
    page.evaluate("leads('lock')" if key == "s" else "1")
    page.locator("#warning").filter(has_text=said).wait_for()


# The page of a pair


def test_the_page_of_a_pair_has_its_lights_as_a_table_that_grows(room, visit):
    told = [light(0, "green", NOW - 100), light(1, "red", NOW - 40, expected="green", held=False)]
    room.put("tables-3", told)
    page = visit("#pair=tables-3")
    rows = page.locator("#lights tbody tr")
    assert page.locator("#pair-name").inner_text() == "tables-3 · fizz"
    assert [row.split("\t") for row in rows.all_inner_texts()] == [
        ["1", "14:11:40", "", "■ green", "3 of 3", "2", "1", "", "two is said"],
        ["2", "14:12:40", "1 min", "× red", "2 of 3", "2", "1", "green, but it was not", "two is said"],
    ]
    # who does not share shows no code
    said = "tables-3 does not share its code: only its lights are here."
    assert page.locator("#change").inner_text() == said
    assert (page.locator("#lights input").count(), room.asked) == (0, [])
    page.keyboard.press("p")
    room.put("tables-3", [*told, *(light(n, "red", NOW) for n in range(2, 40))])
    rows.nth(39).wait_for()
    assert page.locator("#lights .hand").last.inner_text() == "two is said"
    below = page.evaluate("""() => { const around = document.querySelector("#lights").closest(".scroll");
        return around.scrollHeight - around.clientHeight - around.scrollTop; }""")
    assert below <= 1
    page.evaluate("location.hash = '#pair=tables-9'")
    page.get_by_text("No pair of this name is in the room.").wait_for()


def test_the_last_change_of_who_shares_is_shown_and_any_two_lights_can_be_compared(room, visit):
    rows = [["fold", "9 lines"], ["same", "a"], ["gone", "b"], ["new", "c"]]
    room.files = [{"name": "fizz.py", "rows": rows}]
    room.put("tables-3", lights("red", "green", "red"), shares=True)
    page = visit("#pair=tables-3")
    page.locator("#diff .new").wait_for()
    assert page.locator("#diff span").all_text_contents() == ["fizz.py", "  ⋯ 9 lines", "  a", "- b", "+ c"]
    assert page.locator("#change").inner_text() == "What changed from light 2 to light 3"
    room.files = []
    page.get_by_label("compare from the empty folder").check()
    page.get_by_text("What changed from the empty folder to light 3").wait_for()
    assert page.locator("#diff").inner_text() == "No file differs."
    assert room.asked == ["pair=tables-3&from=1&to=2", "pair=tables-3&from=-1&to=2"]


def test_a_light_of_the_room_opens_its_code_and_its_change(room, visit):
    room.files = [{"name": "fizz.py", "rows": [["new", "c"]]}]
    room.put("tables-3", lights("red", "green", "red", "green"), shares=True)
    page = visit()
    page.locator("#pairs .shape").nth(1).click()
    page.get_by_text("What changed from light 1 to light 2").wait_for()
    assert room.asked == ["pair=tables-3&from=0&to=1"]
    # the next light of the pair leaves it in sight
    room.put("tables-3", lights("red", "green", "red", "green", "red"), shares=True)
    heard(page, "document.querySelectorAll('#lights tbody tr').length === 6")
    assert page.locator("#change").inner_text() == "What changed from light 1 to light 2"
    page.keyboard.press("r")
    page.locator("#pairs .shape").nth(3).click()
    page.get_by_text("What changed from light 3 to light 4").wait_for()
    page.evaluate("location.hash = '#pair=tables-3&light=99'")
    assert page.locator("#pair-name").inner_text() == "tables-3 · fizz"


# The clock


def clock(page):
    ids = ["phase", "left", "over", "seats", "rotation", "waits", "red"]
    return {name: text for name in ids if (text := page.locator(f"#{name}:visible").all_inner_texts())}


def test_the_clock_says_round_time_and_seats_and_is_small_above_the_rows(room, visit):
    page = visit("#clock")
    assert clock(page) == {"phase": ["No clock is set"]}
    room.clock = view()
    heard(page, "state.clock !== null")
    assert clock(page) == {
        "phase": ["Round 2"],
        "left": ["12:15"],
        "over": ["stopped"],
        "seats": ["Ada drives · Bea navigates"],
        "rotation": ["seats change in 1:50"],
    }
    # a browser lets nothing be heard before
    said = page.get_by_text("Press a key, and the clock can be heard.")
    assert said.is_visible()
    page.keyboard.press("Shift")
    said.wait_for(state="hidden")
    room.clock = view(running=True, rotation=4, driver="Bea", navigator="Ada")
    page.get_by_text("Change seats now", exact=True).wait_for()
    assert clock(page)["seats"] == ["Bea drives · Ada navigates"]
    room.clock = view(phase="break", left=61.0, driver="", navigator="")
    page.keyboard.press("r")
    page.get_by_text("Break · 1:01, stopped").wait_for()


def test_it_says_who_is_red_at_the_end_of_a_round_and_for_whom_a_change_waits(room, visit):
    three_pairs(room)
    room.put("tables-4", lights("red"), left=True)
    room.clock = view(left=0.0, over=42.0)
    room.waits = {"tables-10": 619.0, "tables-1": 139.0}
    page = visit("#clock")
    said = clock(page)
    assert said["over"] == ["over for 0:42"]
    assert said["red"] == ["Not green: tables-1 (red, 2 min), tables-10 (red, 10 min)"]
    waits = "The change waits for green: tables-1 (2 min at most), tables-10 (10 min at most)"
    assert said["waits"] == [waits]
    page.keyboard.press("r")
    page.locator("#pairs").wait_for()
    small = "Round 2 · over for 0:42 · waits for 2 pairs · Ada drives · Bea navigates"
    assert page.locator("#small-clock").inner_text() == small
    assert page.locator(".marks").all_inner_texts() == ["changes at green", "", "left", "changes at green"]
    page.keyboard.press("c")
    for number in range(11, 20):
        room.put(f"tables-{number}", lights("red"))
    page.locator("#red").filter(has_text="tables-16").filter(has_text=" and 3 more").wait_for()
    room.clear()
    room.put("tables-3", lights("green"))
    room.clock = view(phase="break", left=100.0)
    page.get_by_text("Everybody is green.").wait_for()


def test_a_key_asks_one_question_of_the_break_and_gives_two_minutes(room, visit):
    three_pairs(room)
    room.put("tables-4", [light(n, colour, NOW - 900 + 300 * n) for n, colour in enumerate(["red", "green"])])
    page = visit()
    page.keyboard.press("q")
    asked = page.locator("#view-question")
    asked.wait_for()
    assert page.locator("#question-text").inner_text() == "How could you have cut one of these steps in two?"
    assert page.locator("#question-data li").all_inner_texts() == ["tables-4: 5 min on “two is said”"]
    assert page.locator("#question-left").inner_text() in ("2:00", "1:59")
    page.keyboard.press("p")
    assert page.evaluate(HIGH) <= 720
    page.keyboard.press("q")
    asked.wait_for(state="hidden")


TWICE_AT_ONCE = """(key) => {
    for (const _ of [1, 2]) document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    return location.hash;
}"""


@pytest.mark.parametrize("key", ["t", "j", "q"])
def test_the_same_key_goes_back_also_before_its_view_is_drawn(room, visit, key):
    room.put("tables-1", lights("red"))
    page = visit()
    assert page.evaluate(TWICE_AT_ONCE, key) == ""
    page.locator("#pairs").wait_for()


SOUNDS = """(rows) => {
    let tones = 0;
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (at) { tones += 1; start.call(this, at); };
    return rows.map(([before, after]) => {
        listenTo(null);
        listenTo(before);
        tones = 0;
        listenTo(after);
        return tones;
    });
}"""
RUNS = view(running=True)
SOUNDED: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {
    "the end": (RUNS, {"over": 1.0, "left": 0.0}, 3),
    "the next phase by itself": (RUNS, {"phase": "break"}, 3),
    "a change of seats": (RUNS, {"rotation": 4}, 2),
    "an end once heard": ({**RUNS, "over": 9.0}, {"phase": "break"}, 0),
    "nothing": (RUNS, {"left": 700.0}, 0),
}


def test_a_sound_is_made_at_an_end_and_at_a_change_of_seats_unless_it_is_muted(visit):
    page = visit("#clock")
    rows = [[before, {**RUNS, **after}] for before, after, _ in SOUNDED.values()]
    tones = {name: tones for name, (_, _, tones) in SOUNDED.items()}
    for keys, expected in {"mm": tones, "m": dict.fromkeys(tones, 0)}.items():
        for key in keys:
            page.keyboard.press(key)
        assert dict(zip(tones, page.evaluate(SOUNDS, rows), strict=True)) == expected


# Whoever has the key of the facilitator


def test_without_the_key_of_the_facilitator_nothing_is_sent(room, visit):
    room.clock = view()
    page = visit("#clock")
    page.keyboard.press("s")
    assert page.locator("#plan").is_hidden()
    assert room.told == []
    page = visit("#lead=wrong")
    page.keyboard.press("c")
    page.get_by_role("button", name="Start").click()
    page.get_by_text("The room has not done it: only the facilitator sets the clock.").wait_for()


def test_its_key_outlives_a_reload_and_its_form_sets_the_plan(room, visit):
    room.clock = view()
    page = visit("#lead=key")
    assert page.evaluate("location.hash") == ""
    for key, what in [("s", "start"), ("x", "stop"), ("n", "next"), ("5", "extend")]:
        with page.expect_response("**/lead"):
            page.keyboard.press(key)
        assert room.told.pop() == ("key", {"do": what})
    page.keyboard.press("c")
    page.reload()
    page.locator("#plan").wait_for()
    page.get_by_label("Names").press_sequentially("sxnp ")  # which are no keys there
    assert page.get_by_label("Names").input_value() == "sxnp Ada Bea"
    assert room.told == []
    page.get_by_label("Round").fill("25")
    page.get_by_label("Names").fill("Ada, Bea  Cid")
    page.get_by_label("Change at green").check()
    with page.expect_response("**/lead"):
        page.get_by_role("button", name="Set").click()
    plan = {**PLAN, "round": 25, "names": ["Ada", "Bea", "Cid"], "at_green": True}
    assert room.told == [("key", {"do": "set", "plan": plan})]


def test_many_pairs_are_renamed_or_removed_at_once(room, visit):
    three_pairs(room)
    page = visit("#lead=key")
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_text("Many pairs").click()
    lines = page.locator("#names textarea")
    heard(page, "document.querySelector('#names textarea').value")
    assert lines.input_value() == "tables-1: tables-1\ntables-2: tables-2\ntables-10: tables-10"
    lines.fill("tables-1: ada\ntables-2: tables-2\ntables-10:")
    with page.expect_response("**/lead"):
        page.get_by_role("button", name="Change all of these").click()
    assert room.told == [("key", {"do": "names", "names": {"tables-1": "ada", "tables-10": None}})]
    lines.wait_for(state="hidden")


# A real room

FIRST = Report("a" * 12, 1, NOW - 60, "next", "red", 0, 1, "one is said", files={"fizz.py": "a\nb\n"})
THEN = replace(FIRST, number=2, when=NOW, colour="green", green=1, files={"fizz.py": "a\nc\n"})


def test_the_page_and_a_real_room_understand_each_other(browser, tmp_path):
    room = Served(typed_copy(tmp_path).root)
    pair = Pair(id_of(f"{3:032x}"), "tables-3", "fizz", True)
    assert room.ask("POST", "lights", Record(pair, [FIRST, THEN]), 3)[0] == 200
    page = browser.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(room.page)
    page.get_by_role("link", name="tables-3", exact=True).click()
    page.locator("#diff .new").wait_for()
    assert page.locator("#diff span").all_text_contents() == ["fizz.py", "  a", "- b", "+ c"]
    page.keyboard.press("c")
    page.get_by_label("Names").fill("Ada Bea")
    page.get_by_role("button", name="Set").click()
    page.get_by_text("The plan is set.").wait_for()
    page.get_by_role("button", name="Start").click()
    page.locator("#over").wait_for(state="hidden")
    assert page.locator("#phase").inner_text() == "Round 1"
    assert page.locator("#seats").inner_text() == "Ada drives · Bea navigates"
    page.keyboard.press("r")
    page.get_by_role("button", name="No more pairs").click()
    page.locator("#locked").wait_for()
    page.get_by_label("Message to all").fill("Back at eleven")
    page.get_by_role("button", name="Show", exact=True).click()
    page.get_by_text("Back at eleven").wait_for()
    page.get_by_role("link", name="tables-3", exact=True).click()
    page.get_by_label("Another name").fill("Ada")
    page.get_by_role("button", name="Rename").click()
    page.get_by_role("heading", name="Ada · fizz").wait_for()
    assert page.get_by_label("Another name").input_value() == ""  # or it is the next pair's, by a slip
    page.get_by_role("button", name="Remove from the room").click()
    page.locator("#empty").wait_for()
    page.context.close()
    room.end()
