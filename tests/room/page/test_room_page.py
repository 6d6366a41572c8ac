"""The page of a room as it is served: one file, which asks nobody but its room."""

from dojo.room.page import page


def test_it_is_named_after_the_word_of_the_room():
    assert "<title>The room plum-fox</title>" in page("plum-fox")


def test_a_word_is_never_markup():
    assert "<title>The room &lt;b&gt;</title>" in page("<b>")


def test_it_asks_nobody_but_its_room():
    policy = page("plum-fox").split('http-equiv="Content-Security-Policy" content="')[1].split('"')[0]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    assert policy.endswith("; connect-src 'self'; form-action 'none'; base-uri 'none'")


def test_it_needs_no_other_file():
    drawn = page("plum-fox")
    assert " src=" not in drawn
    assert "<link" not in drawn
    assert "://" not in drawn


def test_what_a_room_hears_is_never_made_markup():
    assert "innerHTML" not in page("plum-fox")


def test_the_shapes_are_those_of_the_palette():
    assert '{"amber": "!", "green": "\\u25a0", "kept": "\\u00b7", "red": "\\u00d7"}' in page("plum-fox")
