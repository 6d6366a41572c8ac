"""How the tests move about on a page, and what they ask it."""

from typing import Any, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from dojo.story.steps import Step

ERRORS: dict[Page, list[str]] = {}
"""What has gone wrong on each page that is watched."""
BEATS = ["red", "change", "green", "story"]
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(20, 23, 26)"
"""The paper of every page."""

GO = """(address) => new Promise((done) => {
    if (location.hash === address) return done(show(true));
    addEventListener("hashchange", done, { once: true });
    location.hash = address;
})"""

# the policy of a page lets nobody evaluate a text again and again, as the browser's driver would
UNTIL = """(so) => new Promise((done, wrong) => {
    const end = performance.now() + 120000;
    const look = () => so() ? done() : performance.now() > end ? wrong(`never: ${so}`) : setTimeout(look, 30);
    look();
})"""

# What is shown: the ids of the places, of which there must be one.
SHOWN = """new Promise(requestAnimationFrame).then(() => [
    location.hash,
    [...document.querySelectorAll(".page, .beat")].filter((e) => e.checkVisibility()).map((e) => "#" + e.id),
])"""

# It would walk through what is hidden as well.
VIOLATIONS = """async (options) => {
    const hidden = [...document.querySelectorAll(":is(.page, .beat):not(.here)")];
    const places = hidden.map(() => document.createElement("template"));
    hidden.forEach((section, n) => section.replaceWith(places[n]));
    const { violations } = await axe.run(document, { resultTypes: ["violations"], ...options });
    hidden.forEach((section, n) => places[n].replaceWith(section));
    return violations.flatMap(({ impact, id, nodes }) =>
        nodes.slice(0, 2).map(({ html }) => `${impact} ${id}: ${html}`));
}"""

PAPER = """[document.documentElement, document.body].map((e) => getComputedStyle(e).backgroundColor)
    .find((colour) => colour !== "rgba(0, 0, 0, 0)")"""
IS_TOO_WIDE = "document.documentElement.scrollWidth > innerWidth"


def heading(step: Step, beat: str) -> str:
    """What stands above a beat of a step: only a step that a test drives has a red."""
    mark = {"refactoring": "↻ ", "another design": "≡ "}.get(step.kind, "")
    name = "Nothing red" if beat == "red" and step.kind != "test first" else beat.capitalize()
    return f"{step.number:02} {step.title} {mark}{name}"


def watch_errors(page: Page) -> list[str]:
    """Note the errors of a page's scripts from now on; return the list, which is also in ERRORS."""
    errors = ERRORS[page] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    return errors


def go(page: Page, address: str) -> None:
    """Show another place of the page."""
    page.evaluate(GO, address)


def shown(page: Page) -> Any:
    """The address, and what is shown, once the page has followed the last key."""
    return page.evaluate(SHOWN)


def press(page: Page, key: str) -> Any:
    """What is shown after a key."""
    page.keyboard.press(key)
    return shown(page)


def heard(page: Page, condition: str) -> None:
    """Wait until the page has drawn what a room, or Python, says now."""
    page.evaluate(f"() => ({UNTIL})(() => {condition})")


def violations(page: Page, **options: Any) -> Any:
    """What axe-core finds on what is shown: how much it matters, each rule, and where."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(Axe().axe_script)
    return page.evaluate(VIOLATIONS, options)


def paper_of(page: Page, system: Literal["dark", "light"]) -> Any:
    """The colour of the paper, where the system is light or dark."""
    page.emulate_media(color_scheme=system)
    return page.evaluate(PAPER)
