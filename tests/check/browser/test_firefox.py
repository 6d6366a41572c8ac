"""What matters of the pages, in Firefox: they open, run, keep what is typed, and work without a network."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Route

from check.browser.places import BEATS, ERRORS, go, shown, violations
from check.browser.sites import FIRST_MS, STEPS, bar, do_kata, serve, type_code
from check.served import Served

IS_A_PAGE = re.compile(r"(/|\.html)(#.*)?$")
POLICY = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
IS_KEPT = "(address) => caches.match(address).then(Boolean)"
# Playwright tries to evaluate text, which a policy forbids; and a page is left while it loads a spare Python
NO_FAULTS = ("JavaScript eval", "A ServiceWorker intercepted the request")
GREEN = "def say(n):\n    return str(n)\n"


def watched(page: Page) -> Page:
    """Note the errors of a page, those in its console too."""
    errors: list[str] = []
    ERRORS[page] = errors

    def note(error: str) -> None:
        if not any(part in error for part in NO_FAULTS):
            errors.append(error)

    def note_message(message: ConsoleMessage) -> None:
        if message.type == "error":
            note(message.text)

    page.on("pageerror", lambda error: note(str(error)))
    page.on("console", note_message)
    return page


def visit(page: Page, address: str) -> None:
    """Open an address. Where a service worker answers, Firefox reports the navigation twice."""
    try:
        page.goto(address)
    except Error as error:
        if f'interrupted by another navigation to "{address}"' not in error.message:
            raise
        page.wait_for_url(address)


def without_policy(route: Route) -> None:
    """Answer a page without its policy: there, Playwright can ask Firefox nothing but what is on a page."""
    answer = route.fetch()
    route.fulfill(response=answer, body=POLICY.sub("", answer.text()))


@pytest.fixture
def page(firefox: Browser) -> Iterator[Page]:
    """A page of a Firefox that has seen nothing yet."""
    context = firefox.new_context(viewport={"width": 1280, "height": 800})
    page = watched(context.new_page())
    yield page
    assert ERRORS[page] == []
    context.close()


@pytest.fixture
def lenient(firefox: Browser) -> Iterator[Page]:
    """A page of a Firefox that has seen nothing yet, without policies and without a service worker."""
    context = firefox.new_context(viewport={"width": 1280, "height": 800}, service_workers="block")
    context.route(IS_A_PAGE, without_policy)
    page = watched(context.new_page())
    yield page
    context.unroute_all(behavior="ignoreErrors")
    assert ERRORS[page] == []
    context.close()


def test_each_page_of_the_site_opens_without_an_error(site, server, firefox):
    # a service worker would fetch each page as well, and complain when a page is left while it loads
    context = firefox.new_context(service_workers="block")
    page = watched(context.new_page())
    wrong = {}
    for file in sorted(site.rglob("*.html")):
        path = file.relative_to(site).as_posix()
        page.goto(server.address + path)
        if ERRORS[page]:
            wrong[path] = [*ERRORS[page]]
            ERRORS[page].clear()
    context.close()
    assert wrong == {}


def test_steps_are_green_in_their_pages(server, page):
    """In one window, as a reader goes from one to the other."""
    said = {}
    for path in STEPS:
        page.goto(server.address + path)
        page.click("[data-from=here]")
        said[path] = bar(page, "green")
    assert [path for path in STEPS if "GREEN" not in said[path]] == []


def test_a_red_is_made_green_by_typing_and_a_loop_is_ended(server, lenient):
    visit(lenient, f"{server.address}stories/roman/2.html")
    lenient.click("[data-from=before]")
    assert bar(lenient, "red") == "× RED · 1 green, 1 failed"
    assert lenient.inner_text("#why") == "“2 is II”: AssertionError: assert 'I' == 'II'"
    type_code(lenient, "while True: pass\n")
    bar(lenient, "amber")
    type_code(lenient, "def to_roman(number):\n    return 'I' * number\n")
    assert bar(lenient, "green") == "■ GREEN · 2 green"


@pytest.mark.parametrize(
    "path", ["index.html", "stories/poker/28.html", "stories/roman/katas/roman/index.html"]
)
def test_axe_finds_nothing(server, lenient, path):
    visit(lenient, server.address + path)
    assert violations(lenient) == []


def test_a_kata_is_done_to_its_end_and_is_still_there_after_a_reload(server, lenient):
    visit(lenient, f"{server.address}stories/fizzbuzz/katas/fizzbuzz/index.html")
    assert "That was the last of our tests of fizzbuzz: all " in do_kata(lenient, "fizzbuzz")
    lights = lenient.locator("#lights li").count()
    lenient.reload()
    lenient.wait_for_selector("html:not(.busy) #bar.green", timeout=FIRST_MS)
    assert lenient.locator("#lights li").count() == lights


def test_after_the_first_visit_it_works_without_a_network(site, page):
    served = serve(site)
    visit(page, f"{served.address}stories/roman/2.html")
    page.click("[data-from=before]")
    bar(page, "red")
    # not in a page of the site, whose policy would forbid the question
    watcher = page.context.new_page()
    watcher.goto(f"{served.address}python/licences.txt")
    for file in (site / "terminal.html", *site.glob("python/*/python_stdlib.zip")):
        address = served.address + file.relative_to(site).as_posix()
        watcher.wait_for_function(IS_KEPT, arg=address, polling=100, timeout=FIRST_MS)
    watcher.close()
    served.end()
    visit(page, f"{served.address}stories/poker/28.html")
    assert page.inner_text("h1") == "28 The wheel"
    visit(page, f"{served.address}stories/roman/2.html")
    page.click("[data-from=before]")
    assert bar(page, "red") == "× RED · 1 green, 1 failed"


def test_a_pair_in_a_room_does_a_kata_and_the_leader_sees_it(lenient, root):
    room = Served(root, "127.0.0.1:0", "KATA=fizz", "NEW=1")
    lenient.goto(f"http://{room.address}/{room.word}/kata/")
    lenient.fill("[name=name]", "ada")
    lenient.click("text=Begin")
    lenient.wait_for_selector("html:not(.busy) #bar.red", timeout=FIRST_MS)
    type_code(lenient, GREEN)
    lenient.wait_for_selector("html:not(.busy) #bar.green", timeout=FIRST_MS)
    lenient.wait_for_selector("#sent:has-text('The room has all your lights.')")
    leader = watched(lenient.context.new_page())
    leader.goto(room.page)
    leader.get_by_role("link", name="ada", exact=True).click()
    leader.wait_for_selector("#lights tbody tr >> nth=1")
    assert "■ green" in leader.inner_text("#lights tbody")
    leader.keyboard.press("c")
    leader.get_by_label("Names").fill("Ada Bea")
    leader.get_by_role("button", name="Set").click()
    leader.get_by_text("The plan is set.").wait_for()
    lenient.get_by_text("Ada drives").wait_for()
    assert ERRORS[leader] == []
    room.end()


def test_the_board_is_walked_with_the_keys(server, lenient):
    lenient.goto(f"{server.address}stories/roman/board.html#progression")
    go(lenient, "#step-2-red")
    walked = []
    for _ in BEATS:
        walked.append(shown(lenient)[0])
        lenient.keyboard.press("ArrowRight")
    assert walked == [f"#step-2-{beat}" for beat in BEATS]
    assert violations(lenient) == []
