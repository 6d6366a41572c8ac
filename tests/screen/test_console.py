"""Paragraphs on the screen."""

from rich.console import Console

from dojo.screen.console import paragraph


def test_a_paragraph_breaks_no_command(capsys):
    paragraph(Console(width=20), "To read it, type make step-13 story, then q.")
    assert capsys.readouterr().out.splitlines() == ["To read it, type", "make step-13 story,", "then q."]
