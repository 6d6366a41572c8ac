"""What git sees of the environment in which we call it."""

import pytest

from dojo.git import call_git

CALLS = {
    "nothing that steers it": ({}, None, "GIT_DIR=/elsewhere", False),
    "what a call sets": ({"GIT_AUTHOR_NAME": "Ada"}, None, "GIT_AUTHOR_NAME=Ada", True),
    "all else": ({}, None, "https_proxy=a", True),
    "or only some of it": ({}, ("PATH",), "https_proxy=a", False),
    "and what is named": ({}, ("PATH", "https_proxy"), "https_proxy=a", True),
    "but for what steers it": ({}, ("PATH", "GIT_DIR"), "GIT_DIR=/elsewhere", False),
}


@pytest.mark.parametrize(("settings", "only", "line", "is_seen"), CALLS.values(), ids=CALLS.keys())
def test_what_git_sees_of_the_environment(monkeypatch, settings, only, line, is_seen):
    monkeypatch.setenv("GIT_DIR", "/elsewhere")
    monkeypatch.setenv("https_proxy", "a")
    shown = call_git("-c", "alias.variables=!env", "variables", settings=settings, only=only)
    assert (line in shown.stdout.decode().splitlines()) == is_seen, shown
