"""How the tests move about on a page."""

from axe_playwright_python.sync_playwright import Axe

BEATS = ["red", "change", "green", "story"]
AXE = {"resultTypes": ["violations"]}
LIGHT, DARK = "rgb(255, 255, 255)", "rgb(20, 23, 26)"
"""The paper of every page."""

GO = """(address) => new Promise((done) => {
    if (location.hash === address) return done(show(true));
    addEventListener("hashchange", done, { once: true });
    location.hash = address;
})"""

# the policy of the page lets nobody evaluate a text again and again, as the browser's driver would
UNTIL = """(so) => new Promise((done, wrong) => {
    const end = performance.now() + 10000;
    const look = () => so() ? done() : performance.now() > end ? wrong(`never: ${so}`) : setTimeout(look, 30);
    look();
})"""

SWITCHED_OFF = """() => {
    document.querySelectorAll("dialog[open]").forEach((dialog) => dialog.close());
    $("letters").checked = true;
    predict(false);
    project(false);
    delete document.documentElement.dataset.theme;
    sessionStorage.clear();
}"""

# What is shown: the ids of the places, of which there must be one.
SHOWN = """new Promise(requestAnimationFrame).then(() => [
    location.hash,
    [...document.querySelectorAll(".page, .beat")].filter((e) => e.checkVisibility()).map((e) => "#" + e.id),
])"""

WITHOUT_THE_HIDDEN = """() => {
    for (const hidden of document.querySelectorAll(":is(.page, .beat):not(.here)")) {
        const place = document.createElement("template");
        place.hidden_section = hidden;
        hidden.replaceWith(place);
    }
}"""
WITH_THEM = """() => {
    for (const place of document.querySelectorAll("template")) place.replaceWith(place.hidden_section);
}"""

SIZES = "(all) => all.filter((e) => e.checkVisibility()).map((e) => parseFloat(getComputedStyle(e).fontSize))"
"""How large the letters are that are seen."""
PAPER = """[document.documentElement, document.body].map((e) => getComputedStyle(e).backgroundColor)
    .find((colour) => colour !== "rgba(0, 0, 0, 0)")"""


def heading(step, beat):
    """What stands above a beat of a step: only a step that a test drives has a red."""
    refactoring = "↻ " if step.kind == "refactoring" else ""
    name = "Nothing red" if beat == "red" and step.kind != "test first" else beat.capitalize()
    return f"{step.number:02} {step.title} {refactoring}{name}"


def go(page, address):
    """Show another place of the page."""
    page.evaluate(GO, address)


def shown(page):
    """The address, and what is shown, once the page has followed the last key."""
    return page.evaluate(SHOWN)


def press(page, key):
    """What is shown after a key."""
    page.keyboard.press(key)
    return shown(page)


def heard(page, condition):
    """Wait until the page has drawn what a room says now."""
    page.evaluate(f"() => ({UNTIL})(() => {condition})")


def switched_off(page):
    """Every switch is as it is at first, and no dialog is open."""
    page.evaluate(SWITCHED_OFF)


def serious(page):
    """What axe-core calls serious or critical on what is shown; it would walk through the rest as well."""
    page.evaluate(WITHOUT_THE_HIDDEN)
    violations = Axe().run(page, options=AXE).response["violations"]
    page.evaluate(WITH_THEM)
    return [
        (one["id"], node["html"][:100])
        for one in violations
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:2]
    ]


def paper_of(page, system):
    """The colour of the paper, where the system is light or dark."""
    page.emulate_media(color_scheme=system)
    return page.evaluate(PAPER)
