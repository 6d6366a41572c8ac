"""The lists of pages: what each reader finds first."""

import re
from pathlib import Path

import pytest

from dojo.website.document_pages import DOCS_BY_READER

DOCS = Path(__file__).parents[2] / "docs"


def titles(site, path):
    """The headings and the links of a list of pages, in their order."""
    main = site.text(path).partition("<main")[2].partition("</main>")[0]
    return re.findall(r"<h2[^>]*>(.*?)</h2>|<li><a[^>]*>(.*?)</a>", main)


def test_the_docs_are_listed_by_who_reads_them(draft):
    for name in ("authoring", "participating", "start-here", "ours"):
        draft.copy.path(f"docs/{name}.md").write_text(f"# {name}\n\nFor all.\n", encoding="utf-8")
    assert draft.write() == 0
    assert ["".join(found) for found in titles(draft, "docs/index.html")] == [
        "Do a kata",
        "start-here",
        "participating",
        "Lead a session",
        "Leading",
        "Write a story",
        "authoring",
        "More",
        "ours",
    ]


def test_a_session_has_a_kata_to_do_in_a_browser(site):
    html = site.text("sessions.html")
    assert "For pairs who can&#39;t install anything" in html
    assert '<a href="stories/small/katas/fizz/index.html">' in html


@pytest.mark.parametrize("reader", DOCS_BY_READER)
def test_each_page_that_is_listed_is_there(reader):
    missing = [name for name in DOCS_BY_READER[reader] if not DOCS.joinpath(f"{name}.md").is_file()]
    assert missing == []
