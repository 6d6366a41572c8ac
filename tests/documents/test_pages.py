"""What the pages say of the workspace is so."""

import configparser
import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest
from helpers import TOP

from documents import written
from documents.written import DOCUMENTS, NEW, PAGES, commands, facilitating, name, words
from dojo.bootstrap import GROUPS, LOCK, locked_packages
from dojo.cli.main import parse_calls
from dojo.cli.registry import all_verbs
from dojo.gate.violation import Law

README = TOP / "README.md"
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def text_of(page):
    return page.read_text(encoding="utf-8")


def anchors(page):
    """The anchor of each heading, as GitHub makes it."""
    for heading in re.findall(r"^#+ (.*)$", FENCED.sub("", text_of(page)), re.MULTILINE):
        kept = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower())
        yield kept.strip().replace(" ", "-")


def leads_somewhere(page, link):
    """Is there the file, and the heading in it? What is elsewhere in the world is not looked at."""
    if link.startswith("https://"):
        return True
    path, _, anchor = link.partition("#")
    target = page.parent / path if path else page
    return target.exists() and (not anchor or anchor in anchors(target))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_somewhere(page):
    links = re.findall(r"\]\(([^)\s]+)\)", FENCED.sub("", text_of(page)))
    assert [link for link in links if not leads_somewhere(page, link)] == []


def test_a_link_that_leads_nowhere_would_be_found():
    wrong = ["docs/nothing.md", "#nothing", "steps/README.md#nothing-of-that-name", "http://example.org"]
    assert not any(leads_somewhere(README, link) for link in wrong)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_that_is_written_is_one_and_starts_no_attempt_again(here, page):
    for command in commands(text_of(page)):
        assert parse_calls(words(NEW.sub("roman", command)), here.workspace)
    started = re.findall(r"^make start .*?NAME=(\S+)", text_of(page), re.MULTILINE)
    assert len(started) == len({*started})


EACH_WAS_RED = re.compile(
    r"(?<!whether )(?<!why )\b(?:each|every|all) tests? (?:was|were|is|has been|have been) (?:seen )?red\b"
    r"|\btests? (?:was|were) (?:there|written) (?:first|before)\b",
    re.IGNORECASE,
)
FROM_STEPS = [*PAGES, *TOP.glob("dojo/tour/pages/*.html")]
FROM_STEPS += [*TOP.glob("dojo/author/skeleton/**/*.md"), *TOP.glob("dojo/cli/*.py")]
"""What tells of the steps: pages, those of the board and of new stories, and the help."""


def find_untrue_claim(text):
    """Return the words that say of every test that it was red, or was written first.

    Guards were not red, and steps cannot show what was written first.
    """
    found = EACH_WAS_RED.search(" ".join(text.split()))
    return found[0] if found else None


@pytest.mark.parametrize("page", FROM_STEPS, ids=name)
def test_no_page_says_that_each_test_was_red(page):
    assert find_untrue_claim(text_of(page)) is None


OLD_CLAIMS = {
    "the first page": (
        "a gate that proves that each\ntest was red before the code that made it green",
        "each test was red",
    ),
    "the first line of make": (
        "Katas told in small steps: each test was red before the code",
        "each test was red",
    ),
    "the laws": ("the test was there first, it was red for the right reason", "test was there first"),
    "the board": ("Each test was red, for the right reason, on the step just before", "Each test was red"),
    "the question of make prove": ("was each test red before its code?", None),
    "what make prove says of commits": ("it says whether each test is red without its change", None),
    "what is so": ("each test that drives a step is red without that step", None),
}


@pytest.mark.parametrize(("text", "found"), OLD_CLAIMS.values(), ids=OLD_CLAIMS)
def test_what_pages_once_said_of_each_test_would_be_found(text, found):
    assert find_untrue_claim(text) == found


@pytest.mark.parametrize("path", ["README.md", "docs/start-here.md", "docs/leading.md"])
def test_a_page_that_comes_first_is_short(path):
    assert len(text_of(TOP / path).split()) <= 600


def test_the_first_screen_of_the_first_page_has_a_test_and_its_failure():
    first = "\n".join(text_of(README).splitlines()[:25])
    assert re.search(r"```python\ndrives\(.*```text\n“.*” is red: ", first, re.DOTALL)


def test_the_first_page_leads_to_the_others_in_two_clicks():
    def leads_to(page):
        links = re.findall(r"\]\(([^)#\s]+\.md)", text_of(page))
        return {(page.parent / link).resolve() for link in links}

    near = leads_to(README)
    assert set(TOP.glob("docs/*.md")) <= near | set().union(*map(leads_to, near))


def test_a_lock_has_a_hash_for_each_package_and_names_no_place():
    lock = text_of(TOP / LOCK)
    assert not re.search(r"https?:|--index|--find-links|file:", lock)
    packages = re.findall(r"^[a-z0-9._-]+==\S+.*(?:\n    .*)*", lock, re.MULTILINE)
    assert len(packages) == len(re.findall(r"^\w", lock, re.MULTILINE)) > 0
    assert [package for package in packages if "--hash=sha256:" not in package] == []
    assert "python3 requirements/lock.py" in text_of(TOP / "docs" / "internals.md")


def locked_versions(group):
    """The version of each package that a group installs."""
    lines = locked_packages(TOP, group).splitlines()
    return dict(line.split(" ")[0].split("==") for line in lines if "==" in line and line[0].isalpha())


PROJECT = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
ASKED_FOR = {
    "loop": [*PROJECT["project"]["dependencies"], *EXTRAS["room"], *EXTRAS["watch"]],
    "node": EXTRAS["browser"],
    **PROJECT["dependency-groups"],
}


@pytest.mark.parametrize("group", GROUPS)
def test_the_lock_has_what_a_group_asks_for(group):
    names = [re.split(r"[^\w-]", name)[0] for name in ASKED_FOR[group] if isinstance(name, str)]
    assert set(names) - locked_versions(group).keys() == set()


def test_each_group_of_the_project_is_locked():
    assert GROUPS.keys() == ASKED_FOR.keys()


@pytest.mark.parametrize("group", GROUPS)
def test_a_package_has_the_same_version_in_every_group(group):
    own, loop = locked_versions(group), locked_versions("loop")
    assert {name: own[name] for name in own.keys() & loop} == {name: loop[name] for name in own.keys() & loop}


def test_pytest_watch_cannot_read_settings_in_toml_yet():
    """Where this fails, pytest.ini says something that is not true any more."""
    with pytest.raises(configparser.ParsingError):
        configparser.ConfigParser().read(TOP / "pyproject.toml")


def test_the_laws_that_are_written_are_those_of_the_gate():
    used = set()
    for module in TOP.glob("dojo/gate/**/*.py"):
        used.update(re.findall(r"\bLaw\.([A-Z_]+)", text_of(module)))
    assert used == {law.name for law in Law}
    lists = [re.findall(r"^(\d)\. ", text_of(page), re.MULTILINE) for page in DOCUMENTS]
    assert [str(law.value) for law in Law] in lists


def test_ci_calls_what_the_pages_say():
    ci = re.findall(r"^make .*", text_of(TOP / ".ci" / "run"), re.MULTILINE)
    first = re.findall(r"```sh\n(make \w+)\n```", text_of(README))[:2]
    written = {command for page in DOCUMENTS for command in commands(text_of(page))}
    assert len(first) == 2
    assert set(first) <= set(ci) <= written


def test_the_keys_that_are_told_of_the_board_are_its_keys():
    texts = {page: text_of(page) for page in DOCUMENTS}
    tables = [text.partition("| key | |")[2].partition("\n\n")[0] for text in texts.values()]
    told = {key for table in tables for key in re.findall(r"`(.)`", table)}
    parts = "dojo/tour/pages/board.html", "dojo/screen/shared/frame.html"
    helped = {key for part in parts for key in re.findall(r"<kbd>(\w+|.)</kbd>", text_of(TOP / part))}
    assert {*"→←↓↑ph?"} <= told <= helped
    for kata, keys in {
        "holdem": "→ ← ↓ p h ? Esc",
        "roman": "→ ← ↓ p h",
        "fizzbuzz": "→ ← ↓ p h",
        "tennis": "→ ← ↓ p h",
        "rover": "→ ← ↓ p h",
        "yatzy": "→ ← ↓ p h",
    }.items():
        page = texts[facilitating(kata)]
        assert [key for key in keys.split() if f"`{key}`" not in page or key not in helped] == []


def test_nothing_that_is_gone_is_spoken_of():
    """Each path in code letters that begins in a folder of the workspace leads somewhere."""
    folders = "dojo|docs|katas|requirements|steps|tests"
    gone = []
    for page in DOCUMENTS:
        for path in re.findall(rf"`((?:{folders})/[\w./-]*)`", text_of(page)):
            if "attempts" not in path and not NEW.search(path) and not (TOP / path).exists():
                gone.append((name(page), Path(path).as_posix()))
    assert gone == []


# tests/check/test_commands.py tries every command, or another test does


def test_what_is_promised_is_on_a_page_and_what_is_tried_elsewhere_is_a_verb(here):
    """Else nobody would notice that a promise has gone from the pages, and is not looked at any more."""
    promised = *written.SAYS, *written.RED, *written.NOT_HERE
    assert [command for command in promised if command not in written.TRIED] == []
    tried = {*written.ELSEWHERE, *written.QUICK, written.WATCHED, written.STARTED}
    assert tried <= {one.name for one in all_verbs(here.workspace.stories)}


def test_what_a_bundle_cannot_do_is_each_verb_that_needs_more_than_the_loop(here):
    [told] = re.findall(r"([^.]*) want packages\sthat aren't in it", text_of(TOP / "docs" / "setup.md"))
    needs = {one.name for one in all_verbs(here.workspace.stories) if one.needs}
    assert set(re.findall(r"`(?:make )?([a-z-]+)`", told)) == needs


# What an editor and a clone are offered


def test_the_tasks_are_verbs_and_run_where_the_folder_is(here):
    """A name that no folder of the file has would be an error in VS Code."""
    offered = json.loads(text_of(TOP / "dojo.code-workspace"))
    tasks = offered["tasks"]["tasks"]
    labels = [task["label"] for task in tasks]
    assert {"next", "watch", "where"} <= {*labels}
    assert [[task["command"], *task["args"]] for task in tasks] == [["make", label] for label in labels]
    assert all(parse_calls([label], here.workspace) for label in labels)
    (folder,) = offered["folders"]
    assert offered["tasks"]["options"]["cwd"] == f"${{workspaceFolder:{folder['name']}}}"
    assert folder["path"] == "."


def test_git_sees_neither_a_board_nor_the_settings_of_an_editor(here):
    files = ["board.html", "board-small.html", "proof-tables-3.html", ".cache/pages/some.json"]
    files += [".vscode/settings.json", ".idea/workspace.xml"]
    assert here.run("git", "check-ignore", "--no-index", *files).stdout.split() == files


def test_the_set_up_of_the_container_is_a_line_of_ci_and_the_editor_waits_for_it():
    container = json.loads(text_of(TOP / ".devcontainer" / "devcontainer.json"))
    assert container["postCreateCommand"] in text_of(TOP / ".ci" / "run").splitlines()
    assert container["waitFor"] == "postCreateCommand"


LINE_ENDS = {
    "dojo/__main__.py": "text: auto eol: lf",
    "steps/step_07_a_pair/README.md": "text: auto eol: lf",
    "katas/roman/cases/a.in": "text: unset eol: lf",  # byte by byte
}


@pytest.mark.parametrize("file", LINE_ENDS)
def test_whatever_git_is_told_elsewhere_a_clone_has_the_line_ends_that_the_laws_want(file, tmp_path):
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    (tmp_path / ".gitattributes").write_bytes((TOP / ".gitattributes").read_bytes())
    command = ["git", "-C", tmp_path, "check-attr", "text", "eol", "--", file]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert " ".join(line.split(": ", 1)[1] for line in said.splitlines()) == LINE_ENDS[file]
