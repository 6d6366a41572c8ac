"""What every page has: everything is escaped, and no script runs that the page does not know."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from jinja2 import UndefinedError

from dojo.screen.templates import page_frame, template_environment


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


def test_in_the_frame_no_other_script_may_run_and_one_may_import_others(page, tmp_path):
    (tmp_path / "page.mjs").write_text('import { a } from "./more.mjs";\nalert(a);\n')
    (tmp_path / "more.mjs").write_text('export const a = "<";\n')
    framed = '{% extends "frame.html" %}{% set first, second = "a", "b" %}\n'
    text = framed + "{% block main %}\n<p>\n{% endblock %}\n"
    drawn = page(text, **page_frame("<A title>", tmp_path / "page.mjs"))
    assert "<title>&lt;A title&gt;</title>" in drawn
    assert "<main>\n<p>\n</main>" in drawn
    scripts = re.findall("<script.*?>(.*?)</script>", drawn, re.DOTALL)
    assert scripts[1:] == ['"use strict";\n\nconst a = "<";\n\nalert(a);\n']
    hashes = [b64encode(sha256(script.encode()).digest()).decode() for script in scripts]
    assert f"script-src 'sha256-{hashes[0]}' 'sha256-{hashes[1]}'\"" in drawn
