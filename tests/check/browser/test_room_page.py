"""The page of a room in a browser: what it draws, and what it does when the room says nothing."""

import asyncio
from queue import Queue
from threading import Thread

import html5lib
import pytest
import uvicorn
from axe_playwright_python.sync_playwright import Axe
from msgspec.structs import replace

from check.browser.places import AXE, go, paper_of, told
from check.browser.rooms import NOW, PLAN, WORD, Planted, light, lights, served, view
from dojo.room.app import RoomApp
from dojo.room.app import page as page_of
from dojo.room.models import Pair, Record, Report
from dojo.room.records import Records
from dojo.room.server import bind, name_of

PLANTED = "<b>three</b> & \x1b[31m"
SOUNDS = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.tones += 1; start.call(this, at); };
"""

# the policy of the page lets nobody evaluate a text again and again, as the browser's driver would
UNTIL = """(so) => new Promise((done, wrong) => {
    const end = performance.now() + 10000;
    const look = () => so() ? done() : performance.now() > end ? wrong(`never: ${so}`) : setTimeout(look, 30);
    look();
})"""


@pytest.fixture(scope="module")
def server():
    """A room that tests fill."""
    room = Planted()
    with served(room) as room.address:
        yield room


@pytest.fixture
def room(server):
    """An empty room."""
    server.clear()
    return server


@pytest.fixture
def visit(browser, room):
    """Opens the page of the room in a window of its own, watched for errors."""
    contexts = []

    def visit(address="", width=1280, height=720, **how):
        context = browser.new_context(viewport={"width": width, "height": height}, timezone_id="UTC", **how)
        context.add_init_script(SOUNDS)
        contexts.append(context)
        page = context.new_page()
        page.wrong = []
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.on("request", lambda one: one.url.startswith(room.address) or page.wrong.append(one.url))
        page.goto(room.address + address)
        heard(page, "state.heardAt > 0")
        return page

    yield visit
    wrong = [error for context in contexts for page in context.pages for error in page.wrong]
    for context in contexts:
        context.close()
    assert wrong == []


def three_pairs(room):
    """One that is red for ten minutes, one that is green, and one that is red for two."""
    room.put("tables-10", lights("green", "red", begin=630, every=30, known=2))
    room.put("tables-2", lights("red", "green", begin=300, known=8))
    room.put("tables-1", lights("green", "red", "red", begin=150, every=30, known=5))


def names(page):
    return page.locator("#pairs .name a").all_inner_texts()


def cells(page, name):
    row = page.locator("#pairs tr", has=page.get_by_role("link", name=name, exact=True))
    return [text.strip() for text in row.locator("td:not(.strip)").all_inner_texts()]


def strip(page):
    return page.locator("#pairs .lights [role=img]").evaluate_all("(all) => all.map((one) => one.ariaLabel)")


def heard(page, condition):
    """Wait until the page has drawn what the room says now."""
    page.evaluate(f"() => ({UNTIL})(() => {condition})")


GUESSES = [{"expected": "red", "held": True}, {"expected": "green", "held": False}]
ROWS = {
    "guesses": ["× red", "2 of 3", "3 of 10", "6 min", "1 of 2", "two is said"],
    "green": ["■ green", "3 of 3", "3 of 10", "green", "", "two is said"],
    "no light": ["no light yet", "", "", "", "", ""],
}


def test_a_row_says_where_a_pair_is(room, visit):
    runs = zip([0, 1], ["green", "red"], GUESSES, strict=True)
    room.put("guesses", [light(n, run, NOW - 400 + 100 * n, **guess) for n, run, guess in runs])
    room.put("green", lights("red", "green"))
    room.put("no light", [])
    page = visit()
    assert {name: cells(page, name) for name in ROWS} == ROWS


def test_each_light_has_its_shape_and_its_word(room, visit):
    room.put("tables-3", lights("green", "red", "amber", "keep", begin=120))
    page = visit()
    assert strip(page) == ["light 1, green", "light 2, red", "light 3, amber", "light 4, keep"]
    assert page.locator("#pairs .shape").all_inner_texts() == ["■", "×", "!", "·"]


def test_gaps_of_more_than_three_minutes_are_folded(room, visit):
    room.put(
        "tables-3", [light(0, "red", NOW - 1000), light(1, "red", NOW - 820), light(2, "red", NOW - 500)]
    )
    folded = ["5 minutes without a light", "light 3, red", "8 minutes without a light"]
    assert strip(visit()) == ["light 1, red", "light 2, red", *folded]


HALF_GAPS = """() => [...document.querySelectorAll(".fold")].flatMap((fold) => {
    const range = document.createRange();
    range.selectNodeContents(fold);
    const { left, right } = range.getBoundingClientRect();
    const edge = fold.parentNode.getBoundingClientRect().left;
    return left < edge - 1 && edge + 1 < right ? [fold.textContent] : [];
})"""


@pytest.mark.parametrize("keys", ["", "p"], ids=["on a laptop", "for the projector"])
def test_of_a_gap_at_the_edge_there_is_all_or_nothing(room, visit, keys):
    for quick in range(3):  # so many lights at the end have no gap before them
        ago = [*range(40 + quick, quick, -1), *[0] * quick]
        room.put(f"tables-{quick}", [light(n, "red", NOW - 240 * one) for n, one in enumerate(ago)])
    page = visit()
    for key in keys:
        page.keyboard.press(key)
    page.locator(".fold").last.wait_for()
    assert page.evaluate(HALF_GAPS) == []


def test_the_newest_light_is_in_sight(room, visit):
    room.put("tables-3", lights(*["red"] * 70, begin=700, every=10))
    inside = """() => {
        const last = [...document.querySelectorAll(".lights .shape")].at(-1).getBoundingClientRect();
        const strip = document.querySelector(".lights").getBoundingClientRect();
        return last.left >= strip.left && last.right <= strip.right + 1;
    }"""
    assert visit().evaluate(inside)


def test_a_new_light_comes_by_itself_and_a_room_that_began_anew_is_drawn_anew(room, visit):
    room.put("tables-3", lights("red", begin=60))
    page = visit()
    room.put("tables-3", lights("red", "green", begin=60))
    heard(page, "document.querySelectorAll('.lights .shape').length === 2")
    assert strip(page) == ["light 1, red", "light 2, green"]
    room.clear()
    room.put("tables-4", lights("amber", begin=60))
    heard(page, "document.querySelector('.name a').textContent === 'tables-4'")
    assert strip(page) == ["light 1, amber"]


def test_marks_of_a_pair(room, visit):
    marked = [{"shares": True}, {"left": True}, {"left": True, "shares": True}]
    for number, more in enumerate(marked):
        room.put(f"tables-{number}", lights("red"), **more)
    marks = ["shares its code", "left", "left · shares its code"]
    assert visit().locator(".marks").all_inner_texts() == marks


BY_NAME, BY_STUCK = ["tables-1", "tables-2", "tables-10"], ["tables-10", "tables-1", "tables-2"]
ORDERS = {"2": BY_STUCK, "1": BY_NAME, "3": ["tables-2", "tables-1", "tables-10"]}


def test_a_key_sorts_and_the_sorting_outlives_a_reload(room, visit):
    three_pairs(room)
    page = visit()

    def reloaded():
        page.reload()
        heard(page, "document.querySelectorAll('.name').length === 3")
        return names(page)

    for key, order in ORDERS.items():
        page.keyboard.press(key)
        assert names(page) == order
    page.get_by_role("button", name="stuck longest").click()
    assert reloaded() == BY_STUCK
    page.evaluate("localStorage.setItem('sorting', 'luck')")
    assert reloaded() == BY_NAME  # as nobody knows that one


def test_markup_stays_text(room, visit):
    room.put(PLANTED, lights("red", test=PLANTED, expected=PLANTED), kata=PLANTED, shares=True)
    room.notes = [PLANTED]
    room.clock = view(driver=PLANTED)
    room.files = [{"name": PLANTED, "rows": [["new", PLANTED]]}]
    page = visit()
    page.locator("#pairs .name a").click()
    heard(page, "document.querySelector('#diff .new') !== null")
    assert page.locator("main b:not(#empty-address)").count() == 0
    assert PLANTED in page.locator("#notes").text_content()
    assert PLANTED in page.locator("#diff .new").text_content()


def test_a_room_that_does_not_answer_is_said_and_its_rows_stay(room, visit):
    three_pairs(room)
    page = visit()
    room.refusal = "503 Service Unavailable"
    page.locator("#banner").wait_for()
    said = page.locator("#banner").inner_text()
    assert said.startswith("The room has not answered since ")
    assert said.endswith(" (it answers with 503). What you see is from then.")
    assert names(page) == ["tables-1", "tables-2", "tables-10"]
    room.refusal = ""
    page.locator("#banner").wait_for(state="hidden")


@pytest.mark.parametrize("refusal", ["403 Forbidden", "429 Too Many Requests"])
def test_a_page_of_another_room_asks_so_seldom_that_its_computer_stays_welcome(room, visit, refusal):
    page = visit()
    room.refusal = refusal
    page.locator("#banner").wait_for()
    assert page.evaluate("state.pause") == 10_000


def test_it_is_valid_html():
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(page_of(WORD, "192.168.1.20:8765"))
    assert parser.errors == []


def test_an_empty_room_says_how_to_join(room, visit):
    page = visit()
    command = page.locator("#empty .command")
    assert command.inner_text() == "make join ROOM=192.168.1.20:8765/plum-fox"
    assert command.evaluate("(e) => parseFloat(getComputedStyle(e).fontSize)") >= 48
    room.put("tables-3", [])
    command.wait_for(state="hidden")
    assert page.locator("#how-to-join").inner_text() == "make join ROOM=192.168.1.20:8765/plum-fox"


# Twenty-two pixels of 720: some 16 mm high on a screen of one metre, read from ten.
PROJECTED = """() => [...document.querySelectorAll("#pairs :is(.name, .green-of, .now)")]
    .map((e) => [parseFloat(getComputedStyle(e).fontSize), e.getBoundingClientRect().bottom])"""


@pytest.mark.parametrize(("pairs", "least"), [(12, 30), (40, 22)])
def test_projected_letters_are_large_and_every_pair_is_in_sight(room, visit, pairs, least):
    room.clock = view()
    for number in range(pairs):
        room.put(f"tables-{number}", lights("green", "red", tests=21, green=19))
    page = visit()
    page.keyboard.press("p")
    shown = page.evaluate(PROJECTED)
    assert min(size for size, _ in shown) >= least
    assert max(bottom for _, bottom in shown) <= 720
    assert page.locator(".top").is_hidden()
    assert page.locator(".hand").first.is_hidden()
    page.keyboard.press("Escape")
    assert page.locator(".top").is_visible()


def test_projected_a_pair_has_its_test_in_hand_and_its_last_light_in_sight(room, visit):
    room.put("tables-3", lights(*["red"] * 40), shares=True)
    page = visit("#pair=tables-3")
    page.keyboard.press("p")
    assert page.locator("#lights .hand").last.inner_text() == "two is said"
    below = page.evaluate("""() => { const around = document.querySelector("#lights").closest(".scroll");
        return around.scrollHeight - around.clientHeight - around.scrollTop; }""")
    assert below <= 1


CUT = """() => [...document.querySelectorAll("#pairs .name")]
    .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 4)
    .map((e) => e.textContent)"""
NAMES = ["ada-and-bea-{}", "tables-{}", "kim-and-lee-yang-{}", "the-quick-brown-foxes-of-the-back-row-{}"]


@pytest.mark.parametrize("pairs", [6, 20, 40])
def test_all_rows_are_in_sight_and_projected_every_name_is_whole_and_the_way_to_join(room, visit, pairs):
    room.clock, room.message = view(driver="Ada-and-Bea-" * 5), "Back at eleven"
    for number in range(pairs):
        room.put(NAMES[number % 4].format(number), lights(*["green", "red"] * 5))
    page = visit()
    assert page.evaluate("document.documentElement.scrollHeight") <= 720
    page.keyboard.press("p")
    assert page.evaluate(HALF_GAPS) == []
    assert page.locator("#small-clock").evaluate("(e) => e.scrollHeight - e.clientHeight") <= 4
    assert page.locator("#how-to-join").inner_text() == "make join ROOM=192.168.1.20:8765/plum-fox"
    assert page.locator("#message").inner_text() == "Back at eleven"
    assert page.locator("#qr svg").is_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 720


def test_a_light_of_1970_and_one_of_tomorrow_are_shown_sanely(room, visit):
    room.put("tables-3", [light(0, "red", 0), light(1, "red", NOW - 60)])
    room.put("tables-4", [light(0, "red", NOW + 86_400)])
    page = visit()
    assert page.locator(".fold").all_inner_texts() == ["⋯"]
    assert page.locator(".since").all_inner_texts() == ["days", "0 s"]


def test_the_leader_renames_removes_and_locks_on_the_page(browser, real_room):
    page = browser.new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(f"{real_room}#lead=key")
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
    page.close()


def test_the_page_of_a_pair_has_its_lights_as_a_table_which_grows(room, visit):
    guess = {"expected": "green", "held": False}
    told = [light(0, "green", NOW - 100), light(1, "red", NOW - 40, **guess)]
    room.put("tables-3", told)
    page = visit("#pair=tables-3")
    rows = page.locator("#lights tbody tr")
    assert page.locator("#pair-name").inner_text() == "tables-3 · fizz"
    assert [row.split("\t") for row in rows.all_inner_texts()] == [
        ["1", "14:11:40", "", "■ green", "3 of 3", "2", "1", "", "two is said"],
        ["2", "14:12:40", "1 min", "× red", "2 of 3", "2", "1", "green, but it was not", "two is said"],
    ]
    room.put("tables-3", [*told, light(2, "red", NOW)])
    rows.nth(2).wait_for()


def test_who_does_not_share_shows_no_code(room, visit):
    room.put("tables-3", lights("red", "green"))
    page = visit("#pair=tables-3")
    assert (
        page.locator("#change").inner_text() == "tables-3 does not share its code: only its lights are here."
    )
    assert page.locator("#lights input").count() == 0
    assert room.asked == []


def test_the_last_change_of_who_shares_is_shown_and_any_two_lights_can_be_compared(room, visit):
    rows = [["fold", "9 lines"], ["same", "a"], ["gone", "b"], ["new", "c"]]
    room.files = [{"name": "fizz.py", "rows": rows}]
    room.put("tables-3", lights("red", "green", "red"), shares=True)
    page = visit("#pair=tables-3")
    heard(page, "document.querySelector('#diff .new') !== null")
    assert page.locator("#diff span").all_text_contents() == ["fizz.py", "  ⋯ 9 lines", "  a", "- b", "+ c"]
    assert page.locator("#change").inner_text() == "What changed from light 2 to light 3"
    room.files = []
    page.get_by_label("compare from the empty folder").check()
    heard(page, "document.getElementById('change').textContent.includes('empty')")
    assert page.locator("#change").inner_text() == "What changed from the empty folder to light 3"
    assert page.locator("#diff").inner_text() == "No file differs."
    assert room.asked == ["pair=tables-3&from=1&to=2", "pair=tables-3&from=-1&to=2"]


def test_a_pair_that_is_not_in_the_room_is_said(visit):
    page = visit("#pair=tables-9")
    assert page.locator("#pair-told").inner_text() == "No pair of this name is in the room."


def clock(page):
    ids = ["phase", "left", "over", "seats", "rotation", "waits", "red"]
    return {name: text for name in ids if (text := page.locator(f"#{name}:visible").all_inner_texts())}


def test_the_clock_says_round_time_and_seats(room, visit):
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


def test_a_small_clock_is_above_the_rows(room, visit):
    room.clock = view(phase="break", left=61.0, driver="", navigator="")
    assert visit().locator("#small-clock").inner_text() == "Break · 1:01, stopped"


def test_at_the_end_of_a_round_it_says_who_is_red_and_for_how_long(room, visit):
    three_pairs(room)
    room.put("tables-4", lights("red"), left=True)
    room.clock = view(left=0.0, over=42.0)
    page = visit("#clock")
    assert clock(page)["over"] == ["over for 0:42"]
    assert clock(page)["red"] == ["Not green: tables-1 (red, 2 min), tables-10 (red, 10 min)"]
    room.clear()
    room.put("tables-3", lights("green"))
    room.clock = view(phase="break", left=100.0)
    page.get_by_text("Everybody is green.").wait_for()


def test_it_says_for_whom_a_change_waits(room, visit):
    room.put("tables-10", lights("red"))
    room.put("tables-2", lights("red"))
    room.waits = {"tables-10": 619.0, "tables-2": 139.0}
    room.clock = view()
    page = visit("#clock")
    said = "The change waits for green: tables-2 (2 min at most), tables-10 (10 min at most)"
    assert clock(page)["waits"] == [said]
    page.keyboard.press("r")
    small = "Round 2 · 12:15, stopped · waits for 2 pairs · Ada drives · Bea navigates"
    assert page.locator("#small-clock").inner_text() == small
    assert page.locator(".marks").all_inner_texts() == ["changes at green", "changes at green"]


def test_without_the_key_of_the_facilitator_nothing_is_sent_and_it_outlives_a_reload(room, visit):
    room.clock = view()
    page = visit("#clock")
    page.keyboard.press("s")
    assert page.locator("#plan").is_hidden()
    page = visit("#lead=key")
    assert page.evaluate("location.hash") == ""
    page.goto(f"{room.address}#clock")
    page.reload()
    page.locator("#plan").wait_for()
    assert room.told == []


def test_keys_of_the_facilitator_turn_the_clock(room, visit):
    room.clock = view()
    page = visit("#lead=key")
    for key, what in [("s", "start"), ("x", "stop"), ("n", "next")]:
        with page.expect_response("**/lead"):
            page.keyboard.press(key)
        assert room.told[-1] == ("key", {"do": what})


def test_the_form_sets_the_plan_and_letters_in_it_are_no_keys(room, visit):
    room.clock = view()
    page = visit("#lead=key")
    page.keyboard.press("c")
    page.get_by_label("Names").press_sequentially("sxnp ")
    assert page.get_by_label("Names").input_value() == "sxnp Ada Bea"
    assert room.told == []
    page.get_by_label("Round").fill("25")
    page.get_by_label("Names").fill("Ada, Bea  Cid")
    page.get_by_label("Change at green").check()
    with page.expect_response("**/lead"):
        page.get_by_role("button", name="Set").click()
    plan = {**PLAN, "round": 25, "names": ["Ada", "Bea", "Cid"], "at_green": True}
    assert room.told == [("key", {"do": "set", "plan": plan})]


def test_what_the_room_refuses_is_said(visit):
    page = visit("#lead=wrong")
    page.keyboard.press("c")
    page.get_by_role("button", name="Start").click()
    page.get_by_text("The room has not done it: only the facilitator sets the clock.").wait_for()


def test_it_says_when_seats_change(room, visit):
    room.clock = view(running=True)
    page = visit("#clock")
    room.clock = view(running=True, rotation=4, driver="Bea", navigator="Ada")
    page.get_by_text("Change seats now", exact=True).wait_for()
    assert clock(page)["seats"] == ["Bea drives · Ada navigates"]


RUNS = view(running=True)
SOUNDED = [
    pytest.param(RUNS, {"over": 1.0, "left": 0.0}, 3, id="the end"),
    pytest.param(RUNS, {"phase": "break"}, 3, id="the next phase by itself"),
    pytest.param(RUNS, {"rotation": 4}, 2, id="a change of seats"),
    pytest.param({**RUNS, "over": 9.0}, {"phase": "break"}, 0, id="an end once heard"),
    pytest.param(RUNS, {"left": 700.0}, 0, id="nothing"),
]


@pytest.mark.parametrize(("before", "after", "tones"), SOUNDED)
def test_a_sound_is_made_at(room, visit, before, after, tones):
    for keys in ("mm", "m"):  # loud, and muted
        room.clock = before
        page = visit("#clock")
        for key in keys:
            page.keyboard.press(key)
        room.clock = {**RUNS, **after}
        page.evaluate("listen()")
        for name in after:
            heard(page, f"state.clock.{name} === {room.clock[name]!r}")
        heard(page, f"heard.phase === '{room.clock['phase']} 2'")
        assert page.evaluate("window.tones") == (tones if keys == "mm" else 0)


def test_it_says_that_no_sound_is_made_before_a_key_is_pressed(room, visit):
    room.clock = view()
    page = visit("#clock")
    said = page.get_by_text("Press a key, and the clock can be heard.")
    assert said.is_visible()
    page.keyboard.press("Shift")
    said.wait_for(state="hidden")


def test_a_dialog_lists_the_keys_and_letters_can_be_switched_off(visit):
    page = visit()
    page.keyboard.press("?")
    assert page.get_by_text("sorted by name, by who is stuck longest, by progress").is_visible()
    page.get_by_label("Letters are keys too").uncheck()
    page.keyboard.press("Escape")
    assert page.locator("#keys").is_hidden()
    page.keyboard.press("c")
    assert page.evaluate("location.hash") == ""


FIRST = Report("a" * 12, 1, NOW - 60, "next", "red", 0, 1, "one is said", files={"fizz.py": "a\nb\n"})
THEN = replace(FIRST, number=2, when=NOW, colour="green", green=1, files={"fizz.py": "a\nc\n"})


@pytest.fixture
def real_room(tmp_path):
    """A room as it is served, with a pair that shares its code; the address of its page."""
    served_room = Queue()

    def serve():
        records = Records.create(tmp_path)
        records.save(replace(records.info, lead="key"))
        records.keep(Record(Pair("3" * 20, "tables-3", "fizz", True), [FIRST, THEN]))
        listens = bind("127.0.0.1:0")
        app = RoomApp(records, name_of(listens))
        server = uvicorn.Server(uvicorn.Config(app, ws="none", lifespan="off", log_config=None))
        served_room.put((server, f"http://{app.address}/{records.info.word}/"))
        asyncio.run(server.serve([listens]))

    thread = Thread(target=serve)
    thread.start()
    server, address = served_room.get()
    yield address
    server.should_exit = True
    thread.join()


def test_the_page_and_a_real_room_understand_each_other(browser, real_room):
    page = browser.new_page()
    page.goto(f"{real_room}#lead=key")
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
    page.context.close()


def full(room):
    """Rows of all kinds, a note, and a clock at its end."""
    three_pairs(room)
    room.put("tables-3", lights("green", "red", "amber", "keep", begin=900), shares=True)
    room.waits = {"tables-3": 20}
    room.put("tables-4", lights("green", "red"), left=True)
    room.clock = view(over=12.0)
    room.notes = ["tables-99.lights: it is no file of make hand-in"]
    room.files = [{"name": "fizz.py", "rows": [["same", "a"], ["gone", "b"], ["new", "c"]]}]


@pytest.fixture
def places(room, visit):
    """Walks through all that the page can show, on a screen of some width."""

    def places(width=1280):
        page = visit("#lead=key", width)
        yield "nobody", page
        full(room)
        heard(page, "state.pairs.size === 5")
        for address in ("", "#pair=tables-3", "#pair=tables-2", "#clock"):
            if address:
                go(page, address)
            if address == "#pair=tables-3":
                heard(page, "document.querySelector('#diff .new') !== null")
            yield address, page
            page.keyboard.press("p")
            yield f"{address} projected", page
            page.keyboard.press("Escape")

    return places


def test_axe_finds_no_serious_violation(places):
    found = {}
    for address, page in places():
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            found[address, scheme] = told(Axe().run(page, options=AXE).response["violations"])
    assert len(found) == 18
    assert {place: violations for place, violations in found.items() if violations} == {}


@pytest.mark.parametrize("width", [1920, 1280, 400])
def test_nothing_is_wider_than_the_screen(places, width):
    found = {
        address: page.evaluate("document.documentElement.scrollWidth") for address, page in places(width)
    }
    assert {address: one for address, one in found.items() if one > width} == {}


def test_dark_and_light_follow_the_system_and_the_switch(visit):
    page = visit()
    assert paper_of(page, "light") == "rgb(255, 255, 255)"
    assert paper_of(page, "dark") == "rgb(20, 23, 26)"
    page.keyboard.press("d")
    assert paper_of(page, "dark") == "rgb(255, 255, 255)"
