"""A proof as a page: walked by keys, filtered, in both themes, on any screen, without a network."""

import html5lib
import pytest
from prove.made import RED, USUAL, from_to, of

from check.browser.places import go, paper_of, press, serious, shown, with_a_script
from dojo.pages.templates import write_file
from dojo.prove.page import proof_page
from dojo.prove.verdict import Kind, judge_code, say
from dojo.prove.versions import Proof, Revision

PLANTED = "<script>document.title = 'planted'</script><img src=x onerror=alert()>"
LONG = "a_name_that_is_so_long_that_no_phone_has_a_line_for_it_and_no_hyphen_in_it"
FAILURE = "    assert score() == 16\nE   assert 0 == 16"


def all_kinds():
    """A proof with each kind, and with what is hard to draw."""
    told = {"test": "tests/test_game.py::test_a_spare", "failure_before": FAILURE}
    spare = RED, say(Kind.BY_NAME, "a strike", name="`strike`", **told)
    tenth = (
        say(Kind.BY_CRASH, "three rolls", why="IndexError", **told),
        *map(of, (Kind.PASSES, Kind.GUARD, Kind.WEAKENED)),
    )
    names = say(Kind.ADAPTED, "all ones"), say(Kind.PAYS, "all twos", name="3 runs"), of(Kind.UNSEEN)
    tidy = (judge_code(12, 11),)
    untested, green = judge_code(12, 3), say(Kind.MADE_GREEN, LONG, **told)
    hard = untested, green, say(Kind.STILL_RED, "a heartbreaker", why="assert 299 == 300", **told)
    passes = of(Kind.PASSES, rule=PLANTED, test=PLANTED, explained=PLANTED)
    long = from_to({"game.py": f"{LONG} = 1\n"}, {"game.py": f"{LONG} = {LONG} + '{LONG}'\n"})
    files = from_to({"a.bin": b"\0", "old.py": "1\n"}, {"a.bin": b"\0\0", "new.py": "2\n" * 30})
    planted = from_to({}, {f"{PLANTED}.py": PLANTED})
    versions = (
        Revision("aaaaaa1", "A spare", spare, **USUAL),
        Revision("aaaaaa2", "The tenth frame", tenth, ("You opened two tests at once.",), **long),
        Revision("aaaaaa3", "Names", names),
        Revision("aaaaaa4", "Tidy", tidy, **files),
        Revision("aaaaaa5", LONG, hard, **USUAL),
        Revision(
            "aaaaaa6", PLANTED, (passes, of(Kind.NO_ANSWER, failure_before=PLANTED)), (PLANTED,), **planted
        ),
    )
    return Proof("6 commits of bowling", versions, ("The range is main..feature.",))


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    return write_file(tmp_path_factory.mktemp("proof") / "proof.html", proof_page(all_kinds()))


@pytest.fixture
def page(opened, file):
    page = opened(file)
    yield page
    assert page.wrong == []
    page.close()


VERSIONS = [f"#version-{number}" for number in range(1, 7)]
PLACES = ["#summary", *VERSIONS]


def test_every_kind_is_on_it(page):
    said = page.locator(".counts li").all_inner_texts()
    assert [text.split(maxsplit=2)[2] for text in said] == [str(kind) for kind in Kind]


def test_it_is_valid_html(file):
    html5lib.HTMLParser(strict=True).parse(file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(("on", "back"), [("ArrowRight", "ArrowLeft"), ("j", "k")])
def test_a_key_walks_through_all_versions_and_another_one_back(page, on, back):
    assert shown(page)[1] == ["#summary"]
    assert page.title() == "6 commits of bowling"
    walked = [place for _ in range(7) for place in press(page, on)[1]]
    assert walked == [*VERSIONS, VERSIONS[-1]]
    walked = [place for _ in range(7) for place in press(page, back)[1]]
    assert walked == [*VERSIONS[-2::-1], "#summary", "#summary"]


def test_links_and_buttons_walk_too_and_the_focus_and_the_title_follow(page):
    for name, place in [("On", "#version-1"), ("On", "#version-2"), ("Back", "#version-1")]:
        page.locator(".walk").get_by_role("link", name=name).click()
        page.locator(place).wait_for()
    assert page.title() == "aaaaaa1 A spare · 6 commits of bowling"
    assert page.evaluate("document.activeElement.id") == "version-1-head"
    assert press(page, "g")[1] == ["#summary"]
    page.locator("#summary").get_by_role("link", name="“a spare” is passes").click()
    page.locator("#version-2").wait_for()
    assert shown(page)[1] == ["#version-2"]


FILTERS = [
    pytest.param("look", ["#version-2", "#version-5"], id="to look at"),
    pytest.param("passes", ["#version-2", "#version-6"], id="a kind"),
    pytest.param("", VERSIONS, id="all"),
]


@pytest.mark.parametrize(("word", "places"), FILTERS)
def test_the_filter_shows_these_versions_and_walks_through_them(page, word, places):
    page.locator("#shown").select_option(word)
    links = page.locator(".versions > li:visible > a")
    assert links.evaluate_all("(all) => all.map((one) => one.hash)") == places
    page.locator("#summary-head").focus()
    walked = []
    for _ in places:
        walked += press(page, "j")[1]
    assert walked == places


def test_of_a_version_the_filter_shows_the_verdicts_of_that_kind(page):
    page.locator("#shown").select_option("look")
    assert page.locator(".versions .lines li:visible").all_inner_texts() == [
        "!\na spare passes without this change",
        "!\na spare asks less than before",
        "!\ncode without a test: 12 lines of code changed, and the tests run 3 of them.",
        f"!\n{LONG} made green by changing the test",
    ]


def test_a_key_shows_what_is_to_look_at_and_all_again(page):
    for count in (2, 6):
        page.keyboard.press("l")
        assert page.locator(".versions > li:visible").count() == count


def test_the_filter_says_how_many_there_are_and_outlives_a_reload_if_the_page_has_it(page):
    page.locator("#shown").select_option("look")
    go(page, "#version-5")
    page.reload()
    assert page.locator("#shown").input_value() == "look"
    assert page.locator("#here").inner_text() == "2 of 2 shown"
    go(page, "#summary")
    page.evaluate("sessionStorage.setItem('shown', 'refused')")
    page.reload()
    assert page.locator("#shown").input_value() == ""
    assert page.locator(".versions > li:visible").count() == 6


def test_letters_can_be_switched_off_for_who_speaks_to_the_page(page):
    page.keyboard.press("?")
    page.locator("#letters").uncheck()
    page.keyboard.press("Escape")
    assert press(page, "j")[1] == ["#summary"]


SIZES = "(all) => all.filter((e) => e.checkVisibility()).map((e) => parseFloat(getComputedStyle(e).fontSize))"


def test_projecting_leaves_nothing_but_the_version_and_its_letters_are_large(opened, file):
    page = opened(file, "#version-1", 1280, 720)
    page.keyboard.press("p")
    assert [page.locator(around).is_hidden() for around in (".top", ".walk")] == [True, True]
    assert min(page.locator("#version-1 :is(p, pre, li)").evaluate_all(SIZES)) >= 20
    page.keyboard.press("Escape")
    assert page.locator(".top").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_serious_violation(page, scheme):
    page.evaluate(f"theme('{scheme}')")
    found = {}
    for place in PLACES:
        go(page, place)
        found[place] = serious(page)
    assert {place: violations for place, violations in found.items() if violations} == {}


def test_dark_and_light_follow_the_system_and_the_switch(page):
    assert paper_of(page, "light") == "rgb(255, 255, 255)"
    assert paper_of(page, "dark") == "rgb(20, 23, 26)"
    page.keyboard.press("d")
    assert paper_of(page, "dark") == "rgb(255, 255, 255)"


@pytest.mark.parametrize("size", [(400, 800), (1280, 720)], ids=["a phone", "a projector"])
@pytest.mark.parametrize("key", ["", "p"], ids=["", "projecting"])
def test_nothing_is_wider_than_the_screen(opened, file, size, key):
    page = opened(file, "", *size)
    if key:
        page.keyboard.press(key)
    for place in PLACES:
        go(page, place)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], place


def test_markup_of_a_history_stays_text(page):
    go(page, "#version-6")
    assert page.locator("#version-6").inner_text().count("<script>document.title = 'planted'</script>") >= 6
    assert page.locator("img").count() == 0
    assert page.title().endswith("6 commits of bowling")


def test_what_should_slip_through_is_not_run(opened, file, tmp_path):
    """The page's own policy: a script that it does not know is not run."""
    page = opened(with_a_script(file, tmp_path))
    assert page.title() == "6 commits of bowling"
    assert "Content Security Policy" in "".join(page.wrong)


def test_without_scripts_everything_is_there(opened, file):
    page = opened(file, java_script_enabled=False)
    assert page.locator(".page:visible").count() == len(PLACES)
    assert page.locator("#shown").is_hidden()


def test_on_paper_nothing_is_lost(page):
    """Not even what the filter does not show, from a page that is projected in the dark."""
    for key in ("l", "j", "p", "d"):
        page.keyboard.press(key)
    page.emulate_media(media="print")
    assert page.locator(".page:visible").count() == len(PLACES)
    assert page.locator(".versions li:visible").count() == page.locator(".versions li").count()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(255, 255, 255)"


def test_nothing_to_prove_is_a_page_too(opened, tmp_path):
    page = opened(write_file(tmp_path / "proof.html", proof_page(Proof("1 commit of bowling"))))
    for key in ("j", "l", "k", "d"):
        page.keyboard.press(key)
    assert shown(page)[1] == ["#summary"]
    assert page.wrong == []
