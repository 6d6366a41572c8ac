"""The pages of a story: to read without a script, and what they tell the one that runs a step."""

import json
import re


def told(site, path):
    """What a page tells its script."""
    (text,) = re.findall(r'id="told">(.*?)</script>', site.text(path), re.DOTALL)
    return json.loads(text)


def test_the_page_of_a_step_has_its_story_its_change_and_its_failure(site):
    words = site.words("stories/small/3.html")
    assert "3 Fizz" in words
    assert "This test is red on step 2, and green here:" in words
    assert "AssertionError: assert '3' == 'Fizz'" in words
    assert "+ if number % 3 == 0:" in words
    assert "So far, 4 of 5 tests are written." in words


def test_it_leads_to_the_steps_before_and_after(site):
    html = site.text("stories/small/2.html")
    assert '<a rel="prev" href="1.html">← 1 Fake it</a>' in html
    assert '<a rel="next" href="3.html">3 Fizz →</a>' in html


def test_a_refactoring_says_that_no_test_drives_it(site):
    words = site.words("stories/small/4.html")
    assert "No test drives this step: it is a refactoring. The bar stays as it was." in words
    assert "Begin with the red" not in words


def test_the_script_has_the_code_of_the_step_and_of_the_one_before(site):
    of_step = told(site, "stories/small/3.html")
    assert '"Fizz"' in of_step["here"]["fizz.py"]
    assert "str(number)" in of_step["before"]["fizz.py"]
    assert (of_step["story"], of_step["step"], of_step["module"]) == ("small", 3, "fizz.py")
    folder = site.folder / "stories" / "small" / of_step["base"]
    assert (folder / of_step["home"]).is_file()
    assert (folder / "worker.mjs").is_file()


def test_a_script_that_a_text_names_is_text(draft):
    draft.copy.edit("README.md", "small steps.", "small <script>alert(1)</script> steps.")
    draft.write()
    assert "<script>alert" not in draft.text("terminal.html")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in draft.text("terminal.html")


def test_the_search_knows_titles_texts_and_rules(site):
    entries = json.loads(site.text("stories/small/search.json"))
    found = [entry["address"] for entry in entries if "fizz is said" in entry["text"]]
    assert found == ["3.html"]


def test_what_a_search_shows_has_no_marks_of_markdown_or_html(site):
    entries = json.loads(site.text("stories/small/search.json"))
    assert [entry["address"] for entry in entries if re.search(r"```|\*\*|^#|<", entry["text"])] == []


def test_a_test_that_guards_is_listed_beside_the_red(site):
    words = site.words("stories/small/3.html")
    assert "Written here too, and green at once: ■ four is said" in words


def test_the_styles_are_no_html(site):
    assert ':root[data-theme="dark"] {' in site.text("site.css")
    assert "&" not in site.text("site.css")


def test_a_step_without_a_test_says_that_none_runs(site):
    words = site.words("stories/small/0.html")
    assert "No test is written yet, so none runs. Begin with this step's code" in words


def test_the_board_leads_back_to_the_steps(site):
    assert '<a href="index.html">Read</a>' in site.text("stories/small/board.html")


def test_the_page_of_a_kata_leads_back_to_the_front(site):
    assert '<a href="../../../../index.html">Start</a>' in site.text("stories/small/katas/fizz/index.html")


def test_a_plan_leads_to_the_board_and_to_the_kata_in_a_browser(draft):
    draft.copy.path("kata/FACILITATING.md").write_text("# A plan\n\nFor all.\n", encoding="utf-8")
    assert draft.write() == 0
    html = draft.text("stories/small/katas/fizz-facilitating.html")
    assert 'you project <a href="../board.html">the board</a>' in html
    assert '<a href="fizz/index.html">the kata in its page</a>' in html
    assert "Do it here" not in html


def test_the_front_shows_a_red_that_can_be_tried(site):
    words = site.words("index.html")
    assert "Practise in small steps." in words
    assert "A red and a green Step 3 of Fizz, step by step, Fizz, begins with a test:" in words
    assert "On step 2 it fails, which is called red:" in words
    assert told(site, "index.html")["step"] == 3


def test_the_front_leads_on_from_its_green(site):
    html = site.text("index.html")
    assert '<a href="stories/small/0.html">the first step of this story</a>' in html
    assert '<a href="stories/small/katas/fizz.html">write your own code</a>' in html


def test_the_bars_of_a_story_say_what_they_mean(site):
    words = site.words("stories/small/index.html")
    assert "■ green at this step · × red until the next step · grey: not written yet · ↻ refactoring" in words


def test_a_statement_says_where_its_commands_are(site):
    words = site.words("stories/small/katas/fizz.html")
    assert "Do it here in your browser, with nothing to install:" in words


def test_the_page_of_a_kata_asks_for_a_name(site):
    """Without one, its button would do nothing and say nothing."""
    (field,) = re.findall('<input name="name"[^>]*>', site.text("stories/small/katas/fizz/index.html"))
    assert " required" in field
