"""What matters of the pages, in WebKit: they open, run, and keep what is typed."""

from collections.abc import Iterator

import pytest

from check.browser.conftest import path_from
from check.browser.sites import FIRST_MS
from check.browser.webkit import WebKit

FIRST_S = FIRST_MS / 1000
STORE_S = 15.0
"""How long the store of a browser may take, which answers within milliseconds."""
STEPS = [f"stories/{name}.html" for name in ("fizzbuzz/10", "roman/2", "poker/28", "poker/99")]
GREEN_BAR_OF_A_STEP = "document.querySelector('#try:not(.busy) #bar.green')?.textContent"
FIND_FAULTS = """
const faults = [];
if (!document.title || !document.querySelector("h1")) faults.push("no title");
if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than its window");
return faults;
"""
LEAVE_WHILE_IT_KEEPS = """
const next = arguments[0];
const { put } = IDBObjectStore.prototype;
IDBObjectStore.prototype.put = function (...given) {
  setTimeout(() => { location.href = next; });
  return put.apply(this, given);
};
document.querySelector("[data-from=here]").click();
"""
ASK_STORE = """
window.answered = false;
indexedDB.open("dojo", 1).onsuccess = ({ target: { result } }) => {
  const asked = result.transaction("pairs", "readonly").objectStore("pairs").get("nobody");
  asked.onsuccess = () => { window.answered = true; };
};
"""
TYPE = """
document.querySelector("#code .cm-content").focus();
document.execCommand("selectAll");
document.execCommand("insertText", false, arguments[0]);
"""
BEGIN = """
document.querySelector("[name=name]").value = "ada";
document.querySelector("#enter button").click();
"""
NOT_BUSY = "document.querySelector('html:not(.busy) #bar.{}')?.textContent"


@pytest.fixture(scope="module")
def webkit() -> Iterator[WebKit]:
    """The WebKit that `make check` has found."""
    with WebKit(path_from("WEBKIT")) as window:
        yield window


def test_each_page_of_the_site_opens_and_is_no_wider_than_its_window(site, server, webkit):
    wrong = {}
    for file in sorted(site.rglob("*.html")):
        path = file.relative_to(site).as_posix()
        webkit.go(server.address + path)
        faults = webkit.run(FIND_FAULTS)
        if faults:
            wrong[path] = faults
    assert wrong == {}


def test_steps_are_green_in_their_pages(server, webkit):
    """In one window, as a reader goes from one to the other."""
    for path in STEPS:
        webkit.go(server.address + path)
        webkit.run("document.querySelector('[data-from=here]').click()")
        assert "GREEN" in webkit.wait(GREEN_BAR_OF_A_STEP, FIRST_S)


@pytest.mark.parametrize("story", ["roman/2", "fizzbuzz/10"])
def test_a_page_that_is_left_while_it_keeps_something_does_not_keep_others_waiting(server, webkit, story):
    webkit.go(f"{server.address}stories/{story}.html")
    webkit.run(LEAVE_WHILE_IT_KEEPS, f"{server.address}stories/poker/6.html")
    webkit.wait("location.href.endsWith('poker/6.html') && document.readyState === 'complete'", FIRST_S)
    webkit.run(ASK_STORE)
    webkit.wait("window.answered", STORE_S)


def test_a_red_kata_is_made_green_and_is_still_there_after_a_reload(server, webkit):
    address = f"{server.address}stories/fizzbuzz/katas/fizzbuzz/index.html"
    webkit.go(address)
    webkit.run(BEGIN)
    webkit.wait(NOT_BUSY.format("red"), FIRST_S)
    webkit.run(TYPE, "def say(number): return str(number)")
    assert "GREEN" in webkit.wait(NOT_BUSY.format("green"), FIRST_S)
    webkit.go(address)
    assert "GREEN" in webkit.wait(NOT_BUSY.format("green"), FIRST_S)
    assert webkit.run("return document.querySelectorAll('#lights li').length") == 2
