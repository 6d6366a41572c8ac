"""Markdown as HTML: links that lead to pages, headings with anchors, and no HTML of a file."""

import pytest

from dojo.screen.markdown import anchor, render

ANCHORS = {
    "words": ("What to notice", "what-to-notice"),
    "signs": ("In a repository of your own!", "in-a-repository-of-your-own"),
    "code and a slash": ("`make step-7 run`, or CMD=", "make-step-7-run-or-cmd"),
}


@pytest.mark.parametrize(("heading", "expected"), ANCHORS.values(), ids=ANCHORS)
def test_a_heading_has_the_anchor_that_hosts_give_it(heading, expected):
    assert anchor(heading.replace("`", "")) == expected


def html_of(text):
    return render(text, lambda link: {"a.md": "a.html"}.get(link, "")).html


def test_a_link_to_a_page_leads_there():
    assert html_of("[here](a.md)") == '<p><a href="a.html">here</a></p>\n'


def test_a_link_that_leads_nowhere_is_its_words():
    assert html_of("[there](b.md), [here](a.md)") == '<p>there, <a href="a.html">here</a></p>\n'


def test_a_picture_that_is_not_there_is_its_words():
    assert html_of("![a red bar](bar.png)") == "<p>a red bar</p>\n"


def test_on_a_page_with_names_of_its_own_the_anchors_of_a_text_are_kept_apart():
    html = render("## Result\n\n[above](#result)\n", str, "task-").html
    assert html == '<h2 id="task-result">Result</h2>\n<p><a href="#task-result">above</a></p>\n'


def test_our_marks_of_tables_are_not_shown():
    assert html_of("<!-- rules -->\n\n1\n\n<!-- end -->\n") == "<p>1</p>\n"


HTML = {
    "a block": ("<div>x</div>\n", "&lt;div&gt;x&lt;/div&gt;\n"),
    "in a line": ("a <b>x</b>", "<p>a &lt;b&gt;x&lt;/b&gt;</p>\n"),
}


@pytest.mark.parametrize(("text", "expected"), HTML.values(), ids=HTML)
def test_html_of_a_file_is_text(text, expected):
    assert html_of(text) == expected


def test_its_title_its_headings_and_its_first_sentence_are_known():
    found = render("# Laws\n\nFor `everyone`\nhere.\n\n## The first\n\n### No\n", str)
    assert (found.title, found.headings, found.first) == (
        "Laws",
        [("The first", "the-first")],
        "For everyone here.",
    )


def test_a_wide_table_scrolls_by_the_keyboard_too():
    assert 'class="wide" tabindex="0"' in html_of("| a |\n|---|\n| b |\n")


def test_commands_side_by_side_are_each_on_a_line():
    html = html_of("| do | keys |\n|---|---|\n| `make next` `make bar` | `n` `b` |\n")
    assert "<td><code>make next</code><br><code>make bar</code></td>" in html
    assert "<td><code>n</code> <code>b</code></td>" in html
