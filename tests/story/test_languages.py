"""Which README somebody reads, by the languages of their environment."""

import pytest

from dojo.story.languages import asked_languages, choose_readme, find_translations

ASKED = [
    pytest.param({}, [], id="nothing is said"),
    pytest.param({"LANG": "de_AT.UTF-8"}, ["de_AT", "de"], id="a locale: the country before the language"),
    pytest.param({"LANG": "de_DE@euro"}, ["de_DE", "de"], id="a variant of a locale"),
    pytest.param({"LANG": "C.UTF-8"}, ["C"], id="no language"),
    pytest.param({"LANG": "de_DE", "LC_ALL": "fr_FR"}, ["fr_FR", "fr"], id="LC_ALL before LANG"),
    pytest.param({"LANG": "de_DE", "LC_ALL": ""}, ["de_DE", "de"], id="an empty variable says nothing"),
    pytest.param({"LANGUAGE": "de:fr", "LANG": "es_ES"}, ["de", "fr"], id="LANGUAGE before all, a list"),
]


@pytest.mark.parametrize(("environment", "languages"), ASKED)
def test_the_languages_that_are_asked_for(environment, languages):
    assert asked_languages(environment) == languages


CHOSEN = [
    pytest.param([], "README.md", id="none is asked for"),
    pytest.param(["de_AT", "de"], "README.de.md", id="of another country"),
    pytest.param(["pt_BR", "pt"], "README.pt_BR.md", id="of this country"),
    pytest.param(["fr", "de"], "README.de.md", id="the second, where the first is not there"),
    pytest.param(["fr"], "README.md", id="there is none"),
    pytest.param(["en", "de"], "README.md", id="English first"),
    pytest.param(["../de"], "README.md", id="no language"),
]


@pytest.mark.parametrize(("languages", "name"), CHOSEN)
def test_the_readme_that_is_shown(tmp_path, languages, name):
    for written in ("README.md", "README.de.md", "README.pt_BR.md", "README.old.md"):
        (tmp_path / written).write_text("")
    assert choose_readme(tmp_path / "README.md", languages).name == name


def test_what_lies_beside_a_readme_and_is_no_translation(tmp_path):
    for written in ("README.md", "README.de.md", "README.notes.md", "README.DE.md"):
        (tmp_path / written).write_text("")
    assert find_translations(tmp_path / "README.md") == {"de": tmp_path / "README.de.md"}
