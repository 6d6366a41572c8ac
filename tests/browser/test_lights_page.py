"""The lights of an attempt as a page: the diff between any two of them, for everybody."""

import subprocess

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PYTHON, ROOT

SESSION = """
import sys
from pathlib import Path
from dojo.attempts import Attempt
from dojo.history import summary
from dojo.lights import all_files, all_lights, record
from dojo.lights_page import written
attempt = Attempt(Path(sys.argv[1], "katas", "holdem", "attempts", "tables-3"))
attempt.folder.mkdir(parents=True)
RUNS = [
    ("red", "", "a card equals itself"),
    ("green", "def card(text):\\n    return 6\\n", "a card equals itself"),
    ("amber", "def card(text)\\n", "a six beats a five"),
    ("green", "def card(text):\\n    return int(text[0])\\n", "<script>document.title = 'planted'</script>"),
]
for colour, code, rule in RUNS:
    attempt.module.write_text(code)
    record(attempt, verb="next", colour=colour, counts={colour: 1}, test=f"tests/suite/x.py::test_x[{rule}]")
lights = all_lights(attempt)
files = all_files(attempt, lights)
print(written(attempt, lights, files, summary(lights, files)))
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The page of a short session, in place of the board."""
    folder = tmp_path_factory.mktemp("a dojo")
    run = subprocess.run([PYTHON, "-c", SESSION, folder], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return type(folder)(run.stdout.strip())


@pytest.fixture(params=["light", "dark"])
def page(browser, file, request):
    page = browser.new_page(color_scheme=request.param, viewport={"width": 1024, "height": 768})
    page.wrong = []
    page.on("pageerror", lambda error: page.wrong.append(str(error)))
    page.on("request", lambda asked: asked.url == file.as_uri() or page.wrong.append(asked.url))
    page.goto(file.as_uri())
    yield page
    assert page.wrong == []
    page.close()


def diff(page):
    return page.locator("#diff span:is(.came, .went)").all_text_contents()


def test_it_opens_with_the_last_change(page):
    assert diff(page) == ["- def card(text)", "+ def card(text):", "+     return int(text[0])"]


def test_any_two_lights_can_be_compared(page):
    page.get_by_label("compare from light 2").check()
    page.get_by_label("compare to light 4").check()
    assert page.locator("#change").inner_text() == "What changed from light 2 to 4"
    assert diff(page) == ["-     return 6", "+     return int(text[0])"]


def test_a_light_of_the_strip_shows_what_it_changed(page):
    page.get_by_label("light 2, green", exact=True).click()
    assert diff(page) == ["+ def card(text):", "+     return 6"]


def test_colours_have_their_words_and_shapes(page):
    words = page.locator("td.colour").all_inner_texts()
    assert [word.strip() for word in words] == ["×red", "■green", "!amber", "■green"]


def test_markup_in_a_name_stays_text(page):
    assert page.get_by_text("<script>document.title = 'planted'</script>").is_visible()
    assert page.title() == "tables-3: 4 lights"


def test_axe_finds_no_serious_violation(page):
    violations = Axe().run(page).response["violations"]
    assert [one["id"] for one in violations if one["impact"] in ("serious", "critical")] == []
