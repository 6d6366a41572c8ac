"""The lights of an attempt as a page: the diff between any two of them, for everybody."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from helpers import small_copy

from check.browser.places import AXE, told
from dojo.attempt.attempt import Attempt
from dojo.attempt.light import record
from dojo.history.timeline import lights

RUNS = [
    ("red", "", "one is said"),
    ("green", 'def say(number):\n    return "1"\n', "one is said"),
    ("amber", "def say(number)\n", "two is said"),
    ("green", "def say(number):\n    return str(number)\n", "<script>document.title = 'planted'</script>"),
]


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The page of a short session."""
    copy = small_copy(tmp_path_factory.mktemp("lights"))
    attempt = Attempt(copy.root / "kata" / "attempts" / "tables-3", copy.story, copy.story.katas[0])
    attempt.folder.mkdir(parents=True)
    for colour, code, rule in RUNS:
        attempt.module.write_text(code)
        test = f"suite/test_numbers.py::test_numbers[{rule}]"
        record(attempt, verb="next", colour=colour, counts={colour: 1}, test=test)
    lights(attempt, page=True)
    return attempt.folder.with_name("tables-3-lights.html")


@pytest.fixture
def page(opened, file):
    page = opened(file)
    yield page
    assert page.wrong == []
    page.close()


def diff(page):
    return page.locator("#diff span:is(.came, .went)").all_text_contents()


def test_it_opens_with_the_last_change_and_any_two_lights_can_be_compared(page):
    assert diff(page) == ["- def say(number)", "+ def say(number):", "+     return str(number)"]
    page.get_by_label("compare from light 2").check()
    page.get_by_label("compare to light 4").check()
    assert page.locator("#change").inner_text() == "What changed from light 2 to 4"
    assert diff(page) == ['-     return "1"', "+     return str(number)"]
    page.get_by_label("light 2, green", exact=True).click()
    assert diff(page) == ["+ def say(number):", '+     return "1"']


def test_colours_have_their_words_and_shapes(page):
    words = page.locator("td.colour").all_inner_texts()
    assert [word.strip() for word in words] == ["× red", "■ green", "! amber", "■ green"]


def test_markup_in_a_name_stays_text(page):
    assert page.get_by_text("<script>document.title = 'planted'</script>").is_visible()
    assert page.title() == "tables-3: 4 lights"


@pytest.mark.parametrize(("system", "paper"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 26)")])
def test_it_follows_the_system_and_axe_finds_no_serious_violation(page, system, paper):
    page.emulate_media(color_scheme=system)
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == paper
    assert told(Axe().run(page, options=AXE).response["violations"]) == []


@pytest.mark.parametrize("width", [1024, 390])
def test_nothing_is_wider_than_the_screen(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
