"""The address of the site: in one place, from which the pages and the README take it."""

import pytest
from helpers import TOP

from dojo.cli.verbs import facilitator
from dojo.runner.matrix import matrix
from dojo.story.settings import Settings, read_settings
from dojo.story.workspace import Workspace
from dojo.website import write
from katas.poker import pages

HOME = "https://ann.example/katas/"
CLONED = "https://git.example/ann/katas"
LINK = "[On the web](https://ann.example/katas/), each step runs."


@pytest.fixture
def published(bare):
    """A workspace whose site is published."""
    (bare.root / "pyproject.toml").write_text(f'[tool.dojo]\nsite = "{HOME}"\nrepository = "{CLONED}"\n')
    return bare


def test_a_workspace_has_an_address_once_its_project_names_one(bare, published):
    assert read_settings(published.root).site == HOME
    # that of a project is no site of katas
    (bare.root / "pyproject.toml").write_text(f'[project.urls]\nHomepage = "{HOME}"\n')
    assert read_settings(bare.root).site == ""
    (bare.root / "pyproject.toml").unlink()
    assert read_settings(bare.root).site == ""


@pytest.mark.parametrize(
    ("words", "addresses"),
    [
        ([], (HOME, CLONED)),
        (["BASE=https://bob.example"], ("https://bob.example", CLONED)),
        (["REPOSITORY=https://git.example/bob"], (HOME, "https://git.example/bob")),
    ],
)
def test_the_site_is_written_for_these_addresses_unless_others_are_given(
    published, monkeypatch, words, addresses
):
    found = []

    def write_site(*given):
        found.append(given[-2:])
        return 0

    monkeypatch.setattr(facilitator, "find_npm", lambda _top: "")
    monkeypatch.setattr("dojo.browser.npm.set_up", lambda top, _npm: top)
    monkeypatch.setattr(write, "write_site", write_site)
    assert published.verb("site", *words) == 0
    assert found == [addresses]


def test_each_page_leads_to_the_repository_once_it_is_known(draft):
    assert draft.write() == 0
    assert "Repository" not in draft.text("index.html")
    assert draft.write(repository=CLONED) == 0
    assert f'<a href="{CLONED}">Repository</a>' in draft.text("stories/small/2.html")
    assert f"git clone {CLONED}" in draft.text("terminal.html")
    assert "git clone" not in draft.text("docs/leading.html")


def test_the_readme_has_a_link_above_its_first_step_once_there_is_an_address(monkeypatch):
    poker = matrix(Workspace(TOP).stories[0])
    without = pages.wheel(poker, TOP)
    monkeypatch.setattr(pages, "read_settings", lambda _top: Settings(site=HOME))
    assert pages.wheel(poker, TOP) == f"{LINK}\n\n{without}"
    assert without in (TOP / "README.md").read_text(encoding="utf-8")


def test_the_readme_has_room_for_that_link():
    readme = (TOP / "README.md").read_text(encoding="utf-8")
    assert len(readme.split()) + len(LINK.split()) <= 600
