"""The page of a room as it is served: one file, which asks nobody but its room."""

import pytest

from dojo.room.page import page


@pytest.mark.parametrize(("word", "title"), [("plum-fox", "plum-fox"), ("<b>", "&lt;b&gt;")])
def test_it_is_named_after_the_word_of_the_room_which_is_never_markup(word, title):
    assert f"<title>The room {title}</title>" in page(word)


def test_it_asks_nobody_but_its_room():
    policy = page("plum-fox").split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    assert policy.endswith("; connect-src 'self'; form-action 'none'; base-uri 'none'")


@pytest.mark.parametrize("without", [" src=", "<link", "://", "innerHTML"])
def test_it_needs_no_other_file_and_makes_no_markup_of_what_it_hears(without):
    assert without not in page("plum-fox")


def test_the_shapes_are_those_of_the_palette():
    assert '{"amber": "!", "green": "\\u25a0", "kept": "\\u00b7", "red": "\\u00d7"}' in page("plum-fox")
