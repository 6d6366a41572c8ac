"""`make site`: what it writes, and when not."""

import re
from collections import Counter
from pathlib import Path
from urllib.parse import unquote

import pytest

from dojo.errors import EnvironmentProblem, UsageError


def test_each_step_and_each_page_has_an_address_that_can_be_typed(site):
    pages = sorted(file.relative_to(site.folder).as_posix() for file in site.folder.rglob("*.html"))
    assert pages == [
        "docs/index.html",
        "docs/leading.html",
        "index.html",
        "sessions.html",
        "stories/small/0.html",
        "stories/small/1.html",
        "stories/small/2.html",
        "stories/small/3.html",
        "stories/small/4.html",
        "stories/small/board.html",
        "stories/small/index.html",
        "stories/small/katas/fizz.html",
        "stories/small/katas/fizz/index.html",
        "terminal.html",
    ]


def links_of(site):
    """The links of all pages that lead to the site itself: the page, and the address."""
    for page in sorted(site.folder.rglob("*.html")):
        for address in re.findall(r'(?:href|src)="([^"]*)"', page.read_text(encoding="utf-8")):
            if not re.match(r"[a-z]+:", address):
                yield page, address


def is_broken(page, address):
    """True if an address leads to no file of the site, or to no place in a page."""
    path, _, place = unquote(address).partition("#")
    target = page.parent / path if path else page
    if not target.is_file():
        return True
    return bool(place) and f'id="{place}"' not in target.read_text(encoding="utf-8")


def test_no_link_is_broken(site):
    links = list(links_of(site))
    assert len(links) > 100
    assert [(page.name, address) for page, address in links if is_broken(page, address)] == []


BROKEN = {"no page": "6.html", "no place": "2.html#nowhere"}


@pytest.mark.parametrize("address", BROKEN.values(), ids=BROKEN)
def test_a_broken_link_would_be_found(site, address):
    assert is_broken(site.folder / "stories/small/1.html", address)


FROM_ELSEWHERE = re.compile(r'<(?:script|link|img)[^>]*(?:src|href)="((?!data:)[a-z]+:[^"]*)"')


def test_no_name_stands_twice_on_a_page(draft):
    """A heading may be called like a part of the page."""
    statement = draft.copy.path("kata/README.md")
    text = statement.read_text(encoding="utf-8")
    statement.write_text(f"{text}\n## Result\n\nOne word a line.\n", encoding="utf-8")
    assert draft.write() == 0
    twice = {}
    for page in draft.folder.rglob("*.html"):
        names = Counter(re.findall(r' id="([^"]*)"', page.read_text(encoding="utf-8")))
        twice[page] = [name for name, count in names.items() if count > 1]
    assert {page: names for page, names in twice.items() if names} == {}


def test_no_page_loads_anything_from_elsewhere(site):
    loaded = {}
    for page in site.folder.rglob("*.html"):
        loaded[page] = FROM_ELSEWHERE.findall(page.read_text(encoding="utf-8"))
    assert {name: found for name, found in loaded.items() if found} == {}


def test_where_the_gate_is_shut_the_old_site_stays(draft, capsys):
    assert draft.write() == 0
    before = draft.text("stories/small/2.html")
    draft.copy.edit("steps/step_02_numbers/fizz.py", "str(number)", "str(number + 1)")
    assert draft.write() == 1
    assert "site/ was not written." in capsys.readouterr().err
    assert draft.text("stories/small/2.html") == before


def test_a_page_that_is_gone_is_not_in_the_next_site(draft):
    draft.write()
    (draft.folder / "old.html").write_text("old")
    draft.write()
    assert not (draft.folder / "old.html").exists()
    assert [path.name for path in draft.copy.root.glob(".*site*")] == []


def test_a_site_that_cannot_take_its_place_leaves_the_old_one(draft, monkeypatch):
    draft.write()
    rename = Path.rename

    def fail_for_a_draft(path, target):
        if path.name.startswith(".draft-"):
            raise OSError(28, "No space left on device")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", fail_for_a_draft)
    with pytest.raises(EnvironmentProblem, match="site/ is not written: No space left on device"):
        draft.write()
    assert "Practise in small steps." in draft.words("index.html")


def test_a_folder_that_is_not_ours_is_left_alone(draft):
    draft.folder.mkdir()
    (draft.folder / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="is not ours to write anew: rename it, or delete it"):
        draft.write()
    assert (draft.folder / "mine.txt").read_text() == "mine"


def test_the_worker_keeps_all_pages_and_loads_python_with_its_first_run(site):
    worker = site.text("sw.js")
    assert '"stories/small/3.html"' in worker
    assert '"step.js"' in worker
    assert "pyodide.asm.wasm" not in worker


def version_of(site):
    """The version that the worker keeps the pages by."""
    return re.findall(r'VERSION = "(\w+)"', site.text("sw.js"))


def test_an_older_python_is_kept_no_longer(site):
    """Each is tens of megabytes."""
    (folder,) = [path for path in (site.folder / "python").iterdir() if path.is_dir()]
    assert f'PYTHON_FOLDER = "python/{folder.name}/";' in site.text("sw.js")


def test_a_change_of_a_page_is_another_version(draft):
    draft.write()
    before = version_of(draft)
    draft.copy.edit("README.md", "small steps", "smaller steps")
    draft.write()
    assert version_of(draft) != before


LINK_PICTURE = '<meta property="og:image" content="https://ann.example/katas/files/docs/board_red.png">'


def test_with_an_address_a_link_to_the_site_has_a_picture(draft):
    draft.copy.path("docs/board_red.png").write_text("a picture")
    draft.copy.edit("README.md", "Practise", "![A red](docs/board_red.png)\n\nPractise")
    draft.write(base="https://ann.example/katas")
    assert LINK_PICTURE in draft.text("index.html")


def test_without_an_address_a_link_to_the_site_has_no_picture(site):
    assert "og:image" not in site.text("index.html")
