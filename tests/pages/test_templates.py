"""What every page has: everything is escaped, and no script runs that the page does not know."""

import pytest
from jinja2 import UndefinedError
from markupsafe import Markup

from dojo.pages.templates import page_frame, script_of, script_policy, template_environment


@pytest.fixture
def page(tmp_path):
    """Draws a template of a folder."""

    def draw(text, **told):
        (tmp_path / "page.html").write_text(text)
        return template_environment(tmp_path).get_template("page.html").render(told)

    return draw


def test_what_somebody_says_is_escaped_and_what_is_missing_is_a_fault(page):
    assert page("<b>{{ said }}</b>", said="<i>") == "<b>&lt;i&gt;</b>"
    with pytest.raises(UndefinedError):
        page("{{ said }}")


def test_a_page_has_the_parts_that_all_share(page):
    drawn = page('{% from "code.html" import failure %}{{ failure("E  <1> == 2", "test_a") }}')
    assert '<span class="line error">E  &lt;1&gt; == 2' in drawn
    assert 'style="--columns: 11"' in drawn


def test_a_script_may_include_others(tmp_path):
    (tmp_path / "page.js").write_text('"use strict";\n{% include "more.js" %}')
    (tmp_path / "more.js").write_text("let a = '<';\n")
    assert script_of(template_environment(tmp_path), "page.js") == "\"use strict\";\nlet a = '<';\n"


FRAMED = '{% extends "frame.html" %}\n{% set first = "a" %}\n{% set second = "b" %}\n'


def test_in_the_frame_no_other_script_may_run(page):
    text = FRAMED + "{% block main %}\n<p>\n{% endblock %}\n"
    drawn = page(text, **page_frame("<A title>", Markup("let a = 1;\n")))
    assert "<title>&lt;A title&gt;</title>" in drawn
    assert "<main>\n<p>\n</main>" in drawn
    assert "script-src 'sha256-qOhFsq0QMV2REqNwk5hGH5bZE9SkX6gt6yeyKdYPv+U='" in drawn
    assert "<script>let a = 1;\n</script>" in drawn
    assert drawn.count("<script>") == 2


def test_a_policy_names_each_script_by_its_hash():
    one, two = "a4ayc/80/OGda4BO/1o/V0etpOqiLx1JwB5S3beHW0s=", "1HNeOiZeFu7gP1lxi5tdAwGcB9i2xR+Q2jpmbuwTqzU="
    assert script_policy("1", "2") == f"'sha256-{one}' 'sha256-{two}'"
