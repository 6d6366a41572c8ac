"""Versions that lie nowhere: files by their names."""

from textwrap import dedent

from dojo.attempt.snapshot import File


def version(files):
    """The files of a version, from their texts; a text may be indented."""
    return {
        name.encode(): File("100644", text if isinstance(text, bytes) else dedent(text).lstrip("\n").encode())
        for name, text in files.items()
    }
