"""A participant in a browser: the page, Python in WebAssembly, the runner and the coach, and the room."""

import json
import re

import pytest
from helpers import TOP, Copy, all_runs

from check.browser.places import ERRORS, IS_TOO_WIDE, heard, violations, watch_errors
from check.served import Served
from dojo.attempt.attempt import find
from dojo.attempt.light import runs_of
from dojo.attempt.recording import all_lights
from dojo.story.workspace import Workspace

FIRST = 120_000
"""Milliseconds until Python has started: on a machine that does other work it takes its time."""
GREEN = "def say(n):\n    return str(n)\n"
ENDLESS = "def to_roman(number):\n    while True:\n        pass\n"
NO_MEMORY = "save(MEMORY, { [python.version]: [1, 2] })"
"""What the browser keeps of Python is damaged."""
OF_A_LAPTOP = re.compile(r"(?<!on a laptop, )\bmake [a-z]+(-\d+)? ")
"""What no sentence says here: it names a button."""
LAST = "That was the last of our tests of roman: all 79 are green."


@pytest.fixture(scope="module")
def opens(root):
    """Opens a room with these words, at an address that is free."""
    rooms = []

    def opens(*words, address="127.0.0.1:0"):
        rooms.append(Served(root, address, *words))
        return rooms[-1]

    yield opens
    for room in rooms:
        if room.process.poll() is None:
            room.end()


@pytest.fixture(scope="module")
def fizz(opens):
    """A room for the small story."""
    return opens("KATA=fizz", "NEW=1")


@pytest.fixture(scope="module")
def page(browser, fizz):
    """The page of a pair in that room, which runs whatever the tests write."""
    return enter(visit(browser, fizz), "ada")


def visit(browser, room):
    """The page of a room's kata in a browser of its own, watched for errors."""
    page = browser.new_page(viewport={"width": 1280, "height": 720})
    watch_errors(page)
    page.goto(f"http://{room.address}/{room.word}/kata/")
    return page


def enter(page, name, mode=""):
    """Begin as a new pair; its code runs only when a test says so."""
    page.fill("[name=name]", name)
    page.check(f"[name=mode][value='{mode}']")
    page.click("text=Begin")
    bar(page, "amber" if mode else "red", FIRST)
    page.uncheck("#each-pause")
    return page


def bar(page, colour, patience=60_000):
    """Wait until the bar has that colour, and nothing runs; what Python says then."""
    page.wait_for_selector(f"html:not(.busy) #bar.{colour}", timeout=patience)
    return re.sub(r"\s+", " ", f"{page.inner_text('#said')} {page.inner_text('#more')}")


def run(page, code, colour, keys="Control+s", pane="#code"):
    """Type code, or tests, and run it; what Python says."""
    page.click(f"{pane} .cm-content")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text(code)
    page.keyboard.press(keys)
    return bar(page, colour, FIRST)


def press(page, button, colour):
    """Press a button; what Python says."""
    page.click(f"#buttons >> text={button}")
    return bar(page, colour)


def lights(page):
    """The colours of the lights on the page; nothing for those of no run."""
    return page.locator("#lights button").evaluate_all("all => all.map((one) => one.className)")


def code(page):
    return page.evaluate("panes.code.editor.text")


def own_tests(page):
    return page.evaluate("panes.tests.editor.text")


def step(number):
    """The code of roman after a step."""
    (file,) = TOP.glob(f"katas/roman/steps/step_{number:02}_*/roman.py")
    return file.read_text(encoding="utf-8")


def test_two_pairs_play_roman_numerals_and_one_comes_to_the_end(browser, opens):
    room = opens("KATA=roman", "NEW=1")
    ada, bob = visit(browser, room), visit(browser, room)
    enter(ada, "ada")
    enter(bob, "bob")
    assert "“one is one stroke” is red" in bar(ada, "red")
    assert "Is there anything to tidy up?" in run(ada, step(1), "green", "Control+Enter")
    ada.select_option("#expect", "red")
    said = [press(ada, "Next", "red")]
    assert "The next test, 2 of our 79 The first of our 79 asks the same as test_roman.py" in said[-1]
    assert "Make it green, then “Next”. A hint: “Hint”" in said[-1]
    said.append(press(ada, "Hint", "red"))
    assert "“2 is II”, hint 1 of 2" in said[-1]
    assert "GREEN" not in run(ada, step(2), "green")
    said += [press(ada, button, "green") for button in ("Hint", "Run", "Where")]
    assert "ada's code behaves like our step 2, Triangulate." in said[-1]
    heard(ada, "spare")
    assert "is there a loop without an end?" in run(ada, ENDLESS, "amber")
    run(ada, step(2) + "\n", "green")
    run(ada, "def to_roman(number):\n    return 1\n", "red")
    ada.keyboard.press("Alt+b")
    # what it has brought back has run
    bar(ada, "green")
    assert code(ada) == step(2) + "\n"
    run(bob, step(1), "green")
    # a reload, in the middle of typing
    ada.click(".cm-content")
    ada.keyboard.press("Control+End")
    ada.keyboard.insert_text("# typed, and not run\n")
    before = lights(ada)
    ada.evaluate(NO_MEMORY)
    ada.reload()
    bar(ada, "green", FIRST)
    # it runs without another key
    assert "before your last change" not in ada.inner_text("#bar")
    assert (lights(ada), code(ada)) == ([*before, "green"], step(2) + "\n# typed, and not run\n")
    ada.reload()
    assert "All tests so far are green. Go on with “Next”" in bar(ada, "green", FIRST)
    assert lights(ada) == [*before, "green"]
    ada.uncheck("#each-pause")
    # the room goes away, and comes back
    heard(ada, "pair.sent === pair.lights.length")
    room.end()
    run(ada, step(3), "green")
    ada.wait_for_selector("#sent:has-text('The room does not answer: 1 to send later.')", timeout=FIRST)
    room = opens(f"ROOM={room.word}", "KATA=roman", address=room.address)
    said.append(run(ada, step(15), "green", "Control+Enter"))
    while LAST not in said[-1]:
        assert len(said) < 100
        ada.keyboard.press("Control+Enter")
        said.append(bar(ada, "green"))
    assert "“Download” takes it to a laptop, where “prove” says" in said[-1]
    assert [words for words in said if OF_A_LAPTOP.search(words)] == []
    heard(ada, "pair.sent === pair.lights.length")
    for pair in room.ask("GET", "state")[1]["pairs"]:
        known = [light["colour"] if light["judged"] else "" for light in pair["lights"]]
        assert known == {"ada": lights(ada), "bob": ["red", "green"]}[pair["name"]]
    assert (ERRORS[ada], ERRORS[bob]) == ([], [])


def test_who_begins_without_a_name_is_asked_for_it(browser, fizz):
    page = visit(browser, fizz)
    page.click("text=Begin")
    page.wait_for_selector("#trouble:has-text('Type a name, or your four words.')")


def test_a_name_becomes_that_of_a_folder_and_one_that_cannot_is_asked_for_again(browser, fizz):
    page = visit(browser, fizz)
    page.fill("[name=name]", "李")
    page.click("text=Begin")
    page.wait_for_selector("#trouble:has-text('Type a name in the letters a to z')")
    enter(page, " Ada & Zoë!")
    assert page.inner_text("#who") == "Ada-Zoe"


def test_who_types_at_once_types_below_what_is_there(browser, fizz):
    page = enter(visit(browser, fizz), "at-once")
    before = code(page)
    page.keyboard.insert_text("SAID = 1")
    assert code(page) == f"{before}SAID = 1"


def test_on_a_phone_the_bar_is_seen_below_the_code(browser, fizz):
    page = enter(visit(browser, fizz), "phone")
    page.set_viewport_size({"width": 390, "height": 844})
    box = page.locator("#bar").bounding_box()
    assert box["y"] + box["height"] <= 844
    middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] - 4]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).id", middle) == "bar"


SLEEPS = "import time\ndef say(n):\n    time.sleep(99)\n"
IN_C = "def say(n):\n    return sum(range(10**12))\n"
EXITS = "import os\ndef say(n):\n    os._exit(0)\n"
LARGE = "def say(n):\n    kept = []\n    while True:\n        kept.append('a' * 10**7)\n"
ENDED = {
    SLEEPS: "Your code did not stop",
    IN_C: "Your code did not stop",
    EXITS: "Your code ended Python itself.",
    LARGE: "Your code took more memory than a browser has to spare.",
}


def test_what_does_not_come_to_an_end_is_amber_and_the_next_run_is_green(page):
    for code, said in ENDED.items():
        heard(page, "spare")
        assert said in run(page, code, "amber")
        assert page.is_hidden("#trouble")
        run(page, GREEN, "green")
    assert ERRORS[page] == []


def test_another_computer_goes_on_with_the_words_and_a_laptop_with_the_download(
    browser, fizz, page, root, tmp_path
):
    run(page, GREEN, "green")
    heard(page, "pair.sent === pair.lights.length")
    other = visit(browser, fizz)
    assert violations(other) == []
    other.click("summary:has-text('another computer')")
    other.fill("[name=word]", page.inner_text("#word"))
    other.click("text=Go on")
    bar(other, "green", FIRST)
    colours = lights(page)
    assert (lights(other), code(other)) == (colours, code(page)) == (colours, GREEN)
    with page.expect_download() as download:
        page.click("text=Download")
    download.value.save_as(tmp_path / download.value.suggested_filename)
    assert Copy(root).verb("start", "NAME=laptop", f"FROM={tmp_path / 'ada.zip'}") == 0
    attempt = find(Workspace(root), "laptop")
    assert [light.colour for light in all_runs(attempt)] == colours
    assert attempt.module.read_text() == GREEN


HOSTILE = """
import js
def reached(place):
    request = js.XMLHttpRequest.new()
    try:
        request.open("GET", place, False)
        request.send()
        return request.status
    except Exception as error:
        return type(error).__name__
def say(n):
    kept = [str(getattr(js, name, None)) for name in ("indexedDB", "BroadcastChannel", "Worker", "caches")]
    inherited = js.Object.getOwnPropertyDescriptor(js.WorkerGlobalScope.prototype, "indexedDB")
    kept.append(str(inherited))
    raise Exception([reached(place) for place in PLACES] + sorted(set(kept)))
"""


def test_what_a_participant_types_reaches_nothing_of_the_room_and_of_others(fizz, page):
    top, files = f"http://{fizz.address}/{fizz.word}", page.evaluate("told.base")
    places = [f"{top}/{place}" for place in ("", "state", "kata/", "kata/visit", "lights")]
    said = run(page, HOSTILE.replace("PLACES", str([*places, f"{files}worker.mjs"])), "amber")
    assert f"{['JsException'] * 5 + [200, 'None']}" in said


def test_a_button_says_that_there_is_more_below_and_scrolls_to_it(page):
    below = page.get_by_role("button", name="More below")
    page.evaluate("drawSaid($('said'), 'one line')")
    below.wait_for(state="hidden")
    page.evaluate("drawSaid($('said'), 'a line\\n'.repeat(80))")
    below.click()
    heard(page, "$('said').scrollTop > 100")
    page.evaluate("$('said').scrollTop = $('said').scrollHeight")
    below.wait_for(state="hidden")


def test_enter_ends_a_line_also_behind_the_beginning_of_a_word(page):
    """A list of words that opens by itself would take the key, and hide the lines below."""
    run(page, GREEN, "green")
    page.keyboard.press("Control+End")
    page.keyboard.type("word = n")
    page.keyboard.press("Control+s")
    bar(page, "amber")
    page.keyboard.press("Enter")
    assert code(page) == f"{GREEN}word = n\n"


def test_a_line_that_is_wider_than_its_editor_goes_on_below(page):
    run(page, f"{GREEN}WORDS = {['word'] * 40}\n", "green")
    assert (
        page.evaluate("""() => {
        const { scrollWidth, clientWidth } = document.querySelector("#code .cm-scroller");
        return scrollWidth - clientWidth;
    }""")
        == 0
    )


def test_a_hint_stays_above_the_next_one_and_nothing_is_said_twice(page):
    page.evaluate("clearBeside()")
    for answer in ("first hint\n\nits text\n", "second hint"):
        page.evaluate("drawBeside('hint', " + json.dumps(answer) + ")")
    assert page.inner_text("#more") == "first hint\n\nits text\n\nsecond hint"
    for _ in range(2):
        page.evaluate("drawBeside('hint', 'second hint')")
        assert page.inner_text("#more").endswith("\n\nsecond hint\n\nThere is no further hint.")
    page.evaluate("drawBeside('where', 'at the end')")
    assert page.inner_text("#more") == "at the end"
    page.evaluate("drawBeside('hint', 'third hint')")
    assert page.inner_text("#more") == "third hint"
    page.evaluate("drawBeside('hint', 'a line\\n'.repeat(80))")
    page.evaluate("drawBeside('hint', 'the newest one')")
    assert page.evaluate("$('more').scrollTop + $('more').clientHeight > $('more').scrollHeight - 2")
    page.evaluate("clearBeside()")


def test_everybody_can_use_it(page):
    page.click("summary:has-text('The task')")
    for look, width in (("light", 1280), ("dark", 1280), ("light", 640), ("light", 390)):
        page.emulate_media(color_scheme=look)
        page.set_viewport_size({"width": width, "height": 800})
        assert (look, width, violations(page), page.evaluate(IS_TOO_WIDE)) == (look, width, [], False)


def test_a_hint_is_below_the_failure_and_the_tests_and_steps_can_be_read(page):
    run(page, "def say(n):\n    return 'x'\n", "red")
    said = page.inner_text("#said")
    press(page, "Where", "red")
    assert "behaves like" in page.inner_text("#more")
    assert page.inner_text("#said") == said
    page.keyboard.press("Alt+t")
    page.wait_for_selector("#reading[open] summary:has-text('The tests so far')")
    assert violations(page) == []
    page.click("#reading >> text=Close")


READ = """drawReading({tests: [], steps: [
    {number: 1, title: "One", page: "# Step 01", code: ""},
    {number: 2, title: "Two", page: "See:\\n\\n- [first](a.md)\\n- second\\n  line", code: ""},
]})"""


def test_the_newest_step_is_open_and_its_lists_are_lists(page):
    page.evaluate(READ)
    assert page.locator("#reading details[open] > summary").all_inner_texts() == ["Step 2: Two"]
    assert page.locator("#reading li").all_inner_texts() == ["first", "second line"]


def test_what_closes_the_steps_is_in_view_however_long_they_are(page):
    page.evaluate(READ)
    page.evaluate("$('reading-list').lastChild.append(element('pre', '', 'a line\\n'.repeat(200)))")
    page.evaluate("$('reading').scrollTop = 1e6")
    box = page.locator("#reading >> text=Close").bounding_box()
    assert 0 < box["y"] < 720
    page.click("#reading >> text=Close")


def test_two_tabs_are_warned_and_a_copy_is_started_afresh_and_erased(browser, fizz):
    context = browser.new_context(viewport={"width": 1280, "height": 720})
    first, second = context.new_page(), context.new_page()
    first.goto(f"http://{fizz.address}/{fizz.word}/kata/")
    enter(first, "dan")
    second.goto(first.url)
    bar(second, "red", FIRST)
    for tab in (first, second):
        tab.wait_for_selector("#twice:not([hidden])")
    second.close()
    first.wait_for_selector("#twice", state="hidden")
    run(first, GREEN, "green")
    # of today, without a date
    assert re.fullmatch(r"\d\d:\d\d( [AP]M)?", first.inner_text("#since"))
    first.on("dialog", lambda dialog: dialog.accept())
    first.click("#afresh")
    bar(first, "red")
    assert code(first) != GREEN
    first.click("#erase")
    first.wait_for_selector("#enter [name=name]")
    assert first.is_hidden("#kata")
    context.close()


REFUSED = "this pair has gone on in another browser: reload the page to see it"


def test_what_the_room_refuses_is_a_warning_until_it_takes_it(browser, fizz):
    page = enter(visit(browser, fizz), "kim")
    page.route("**/visit", lambda route: route.fulfill(status=409, json={"error": REFUSED}))
    run(page, GREEN, "green")
    page.wait_for_selector(f"#sent.now:has-text('The room says: {REFUSED}')")
    assert violations(page) == []
    page.unroute("**/visit")
    page.wait_for_selector("#sent:not(.now):has-text('The room has all your lights.')", timeout=FIRST)
    page.close()


IMPORTS = "from words import said\n\n\ndef say(n):\n    return said(n)\n"
WORDS = "def said(n):\n    return str(n)\n"


def test_what_the_leader_says_and_the_clock_are_on_the_page(page, fizz):
    for command in (
        {"do": "tell", "message": "Back at eleven"},
        {"do": "set", "plan": {"round": 20, "names": ["Ada"]}},
    ):
        fizz.lead(command)
    page.get_by_text("Back at eleven", exact=True).wait_for()
    page.get_by_text("Round 1 · 20:00, stopped · Ada drives", exact=True).wait_for()
    fizz.lead({"do": "tell", "message": ""})
    page.locator("#leader").wait_for(state="hidden")


def test_a_second_module_has_a_tab_of_its_own(browser, fizz):
    page = enter(visit(browser, fizz), "eve")
    answers = ["words", "words.py"]
    page.on("dialog", lambda dialog: dialog.accept(answers.pop(0)))
    page.click("#new-file")
    told = "words is no name of a module: it has letters, digits and _, and ends with .py"
    assert page.inner_text("#trouble") == told
    page.click("#new-file")
    assert page.inner_text("#trouble") == ""
    page.keyboard.insert_text(WORDS)
    page.click("#files >> text=fizz.py")
    assert "GREEN" not in run(page, IMPORTS, "green")
    names = page.locator("#files button").all_inner_texts()
    assert sorted(names) == ["fizz.py", "test_fizz.py", "words.py"]
    # a reload goes on with both
    page.reload()
    bar(page, "green", FIRST)
    page.click("#files >> text=words.py")
    assert code(page) == WORDS
    assert ERRORS[page] == []
    page.close()


ONE = "import fizz\n\n\ndef test_one():\n    assert fizz.say(1) == '1'\n"
TWO = f"{ONE}\n\ndef test_two():\n    assert fizz.say(2) == '2'\n"
NEVER_RUNS = f"{ONE}\n\ndef tets_two():\n    assert fizz.say(2) == '2'\n"
FAKE = "def say(n):\n    return '1'\n"
HAS_FOCUS = "document.querySelector('{}').contains(document.activeElement)"


def test_a_pair_writes_the_tests_and_goes_on_elsewhere(browser, fizz, root, tmp_path):
    page = enter(visit(browser, fizz), "flo", "mine")
    assert "You write the tests. Take the easiest line of ideas.txt" in page.inner_text("#said")
    names = page.locator(".files button").all_inner_texts()
    assert names == ["test_fizz.py", "ideas.txt", "fizz.py"]
    said = run(page, ONE, "red", "Control+Enter", "#tests")
    assert "“one” is red: AttributeError: module 'fizz' has no attribute 'say'" in said
    page.keyboard.press("Alt+j")
    assert page.evaluate(HAS_FOCUS.format("#code"))
    page.keyboard.press("Alt+j")
    assert page.evaluate(HAS_FOCUS.format("#tests"))
    said = run(page, FAKE, "green", "Control+Enter")
    assert "“one”: earned a place, red first and then 2 lines of code." in said
    said = press(page, "Next", "green")
    assert "Your tests catch 1 of our 3 wrong solutions: all of them for 0 of 2 rules, some for 1." in said
    assert "This wrong solution passes all your tests:" in said
    assert "hint 2 of 3" in press(page, "Hint", "green")
    assert "tets_two has an assertion, and pytest does not run it" in run(
        page, NEVER_RUNS, "green", pane="#tests"
    )
    run(page, TWO, "red", pane="#tests")
    heard(page, "spare")
    run(page, "def say(n):\n    while True:\n        pass\n", "amber")
    said = press(page, "Back", "red")
    assert "As you have it now: test_fizz.py To take that back, too: press 6 in “Your runs”" in said
    assert (code(page), own_tests(page)) == (FAKE, TWO)
    assert page.locator("#lights li").nth(5).inner_text().split() == ["■", "6"]
    page.click("#lights button[title^='run 6,']")
    bar(page, "green")
    assert (code(page), own_tests(page)) == (FAKE, NEVER_RUNS)
    run(page, TWO, "red", pane="#tests")
    run(page, GREEN, "green", "Control+Enter")
    page.click(".files >> text=ideas.txt")
    page.keyboard.press("Alt+t")
    page.wait_for_selector("#reading[open]:has-text('You write the tests, so ours are not here.')")
    assert violations(page) == []
    page.click("#reading >> text=Close")
    # the room, another computer and a laptop have all of it
    heard(page, "pair.sent === pair.lights.length")
    other = visit(browser, fizz)
    other.click("summary:has-text('another computer')")
    other.fill("[name=word]", page.inner_text("#word"))
    other.click("text=Go on")
    assert "Your tests are green. What they are worth: “Next”" in bar(other, "green", FIRST)
    assert (lights(other), code(other), own_tests(other)) == (lights(page), GREEN, TWO)
    with page.expect_download() as download:
        page.click("text=Download")
    download.value.save_as(tmp_path / "flo.zip")
    assert Copy(root).verb("start", "NAME=laptop-2", f"FROM={tmp_path / 'flo.zip'}") == 0
    attempt = find(Workspace(root), "laptop-2")
    assert attempt.is_own
    runs = runs_of(all_lights(attempt))
    assert [light.colour for light in runs] == [colour for colour in lights(page) if colour]
    assert (ERRORS[page], ERRORS[other]) == ([], [])
    other.close()
    page.close()


def test_everybody_can_write_the_tests(browser, fizz):
    page = visit(browser, fizz)
    page.set_viewport_size({"width": 390, "height": 844})
    assert (violations(page), page.evaluate(IS_TOO_WIDE)) == ([], False)
    enter(page, "gil", "mine")
    for look, width in (("light", 1280), ("dark", 1280), ("light", 640), ("light", 390)):
        page.emulate_media(color_scheme=look)
        page.set_viewport_size({"width": width, "height": 844})
        assert (look, width, violations(page), page.evaluate(IS_TOO_WIDE)) == (look, width, [], False)
    # on a phone there is one editor at a time, and the bar is in sight
    assert (page.is_visible("#tests .editor"), page.is_visible("#code .editor")) == (True, False)
    page.click("#code >> text=fizz.py")
    assert (page.is_visible("#tests .editor"), page.is_visible("#code .editor")) == (False, True)
    page.evaluate("scrollTo(0, 0)")
    bar_box, copy_box = page.locator("#bar").bounding_box(), page.locator("#copy").bounding_box()
    assert bar_box["y"] + bar_box["height"] <= copy_box["y"]
    assert ERRORS[page] == []
    page.close()
