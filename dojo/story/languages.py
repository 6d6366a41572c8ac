"""READMEs in other languages: `README.de.md` lies beside `README.md`, and is shown to who asks for German."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

# what a README says of its language: de, pt_BR
TRANSLATION = re.compile(r"README\.(?P<language>[a-z]{2,3}(?:_[A-Z]{2})?)\.md")
# as a story says it of its own READMEs
LANGUAGE = re.compile(r"[a-z]{2,3}(?:_[A-Z]{2})?")
# the language of a README.md, if the story says no other
ORIGINAL = "en"
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG")


def asked_languages(environment: Mapping[str, str]) -> list[str]:
    """Return the languages that somebody asks for, the best one first; each country before its language.

    Read as gettext reads them: LANGUAGE is a list with colons between (`de:fr`). Without it, the first of
    LC_ALL, LC_MESSAGES and LANG that is set is a locale (`de_AT.UTF-8`).
    """
    names = environment.get("LANGUAGE", "").strip(":")
    for variable in LOCALES:
        if not names:
            names = environment.get(variable, "")
    languages: list[str] = []
    for name in names.split(":"):
        # without the encoding and the variant: de_AT.UTF-8, de_DE@euro
        with_country = re.split("[.@]", name)[0]
        for language in (with_country, with_country.partition("_")[0]):
            if language and language not in languages:
                languages.append(language)
    return languages


def find_translations(readme: Path) -> dict[str, Path]:
    """Return the READMEs in other languages that lie beside a README, by their languages."""
    translations = {}
    for file in sorted(readme.parent.glob("README.*.md")):
        match = TRANSLATION.fullmatch(file.name)
        if match:
            translations[match["language"]] = file
    return translations


def choose_readme(readme: Path, languages: Sequence[str], original: str = ORIGINAL) -> Path:
    """Return the README in the first of these languages that there is; README.md if there is none.

    `original` is the language of README.md.
    """
    translations = find_translations(readme)
    for language in languages:
        if language == original:
            break
        if language in translations:
            return translations[language]
    return readme
