"""What the four beats of a step show."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import ROOT, go, said, steps

ADDRESS = re.compile(r"0x[0-9a-f]+")
READMES = sorted((ROOT / "steps").glob("step_*/README.md"))
REFACTORINGS = [n for n, file in enumerate(READMES) if " · refactoring" in file.read_text(encoding="utf-8")]
DRIVEN = [n for n in range(1, len(READMES)) if n not in REFACTORINGS]
TRIED = [*DRIVEN[::4], 6, 19, 43]


@pytest.fixture(scope="module")
def printed():
    """What `make step-N red` prints."""
    with ThreadPoolExecutor() as pool:
        return dict(zip(TRIED, pool.map(lambda n: said("make", f"step-{n}", "red"), TRIED), strict=True))


def test_the_failures_on_red_are_those_that_make_red_prints(page, printed):
    for number, text in printed.items():
        failures = page.locator(f"#step-{number}-red .failure").all_text_contents()
        new = re.search(r"(\d+) tests?, (?:all )?red on step", " ".join(text.split()))
        assert len(failures) == int(new[1]), number
        for failure in failures:
            assert ADDRESS.sub("", failure.strip()) in ADDRESS.sub("", text), number


def test_red_shows_the_new_test_as_it_is_written(page):
    code = " ".join(page.locator("#step-19-red .code").all_text_contents())
    assert 'drives(19, "the wheel is a straight", "5♦ 4♦ 3♣ 2♦ A♥", "A♣ A♥ A♦ K♣ Q♠"),' in code
    assert "def test_the_stronger_hand_wins(poker, stronger, weaker):" in code


def test_change_is_what_make_diff_prints(page):
    for number in (1, 19, 28, 44):
        lines = page.locator(f"#step-{number}-change :is(ins, del)").all_text_contents()
        patch = said("make", f"step-{number}", "diff").splitlines()
        assert [line.rstrip("\n") for line in lines] == [
            line for line in patch if line[0] in "+-" and line[:3] not in ("+++", "---")
        ]


def test_what_did_not_change_is_folded_and_can_be_opened(page):
    go(page, "#step-19-change")
    folded = page.locator("#step-19-change").get_by_text("class Card", exact=False)
    assert not folded.is_visible()
    page.locator("#step-19-change summary").first.click()
    assert folded.is_visible()
    page.locator("#step-19-change summary").first.click()


def test_green_is_the_bar_now(page):
    go(page, "#step-19-green")
    assert page.locator("#step-19-green .bar-big").inner_text() == "■ 73 green"
    strips = page.locator("#step-19-green .strip [role=img]")
    assert strips.evaluate_all("(all) => all.map((one) => one.ariaLabel)") == [
        "step 18: 72 green, 1 red",
        "step 19: 73 green",
    ]


@pytest.mark.parametrize("number", REFACTORINGS)
def test_a_refactoring_shows_that_no_colour_changed(page, number):
    go(page, f"#step-{number}-red")
    assert "No test drives step" in page.locator(f"#step-{number}-red").inner_text()
    go(page, f"#step-{number}-green")
    assert ", none changed colour." in page.locator(f"#step-{number}-green").inner_text()


def test_the_story_is_the_whole_readme(page):
    for number, readme in enumerate(READMES):
        prose = readme.read_text(encoding="utf-8").split("\n", 4)[-1]
        shown = page.locator(f"#step-{number}-story").text_content()
        words = re.findall(r"\w+", re.sub(r"^```\w+$|\]\([^)]*\)", "", prose, flags=re.MULTILINE))
        assert not [word for word in words if word not in shown], readme


def test_the_question_for_the_room_is_the_largest_text_of_the_story(page):
    go(page, "#step-19-story")
    size = "(e) => parseFloat(getComputedStyle(e).fontSize)"
    question = page.locator("#step-19-story .question p").last
    assert question.inner_text().endswith("or one for its order too?")
    assert question.evaluate(size) > page.locator("#step-19-story .prose p").first.evaluate(size)


def test_every_step_asks_the_room(page):
    assert page.locator(".question").count() == len(steps())
