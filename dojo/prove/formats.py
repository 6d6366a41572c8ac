"""A proof for programs: as JSON, as a table in Markdown, and as annotations of a GitHub workflow."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from urllib.parse import quote

from dojo.prove.verdict import Kind, Verdict
from dojo.prove.versions import Proof, Revision

# a field went, or means something else: `proof.schema.json` says what each one is
SCHEMA_VERSION = 4
# how GitHub reads these characters in a command; in the name of a file two more
ESCAPED = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
ESCAPED_IN_NAMES = ESCAPED | str.maketrans({":": "%3A", ",": "%2C"})
# what would end a cell, or be read as markup
ESCAPED_IN_CELLS = str.maketrans(
    {
        "\\": "\\\\",
        "|": "\\|",
        "\n": " ",
        "\r": " ",
        "<": "&lt;",
        "`": "ˋ",
        "*": "\\*",
        "_": "\\_",
        "~": "\\~",
        "[": "\\[",
    }
)


def as_json(proof: Proof) -> str:
    """Write a proof for a program."""
    record: dict[str, object] = {
        "schema": SCHEMA_VERSION,
        "open": len(proof.open),
        "counts": proof.counts,
        "title": proof.title,
        "base": proof.base,
        "head": proof.head,
        "python": proof.python,
        "remarks": list(proof.remarks),
        "versions": [version_record(version) for version in proof.versions],
    }
    return json.dumps(record, indent=1, ensure_ascii=False)


def version_record(version: Revision) -> dict[str, object]:
    """Return a version as an object of JSON."""
    return {
        "name": version.name,
        "commit": version.commit,
        "title": version.title,
        "remarks": list(version.remarks),
        "verdicts": [verdict_record(verdict) for verdict in version.verdicts],
    }


def verdict_record(verdict: Verdict) -> dict[str, object]:
    return asdict(verdict) | {"file": verdict.file, "to_look_at": verdict.to_look_at}


def as_markdown(proof: Proof, site: str = "") -> str:
    """Write a proof for a pull request: what was answered, what is open, and a table of all of it.

    With the address of the repository on GitHub, each test is a link to its line.
    """
    lines = [f"### {cell(proof.title)}", "", cell(proof.headline)]
    lines += [cell(sentence) for sentence in proof.notes]
    rows = []
    for version in proof.versions:
        for verdict in version.verdicts:
            words = f"{verdict.kind}, explained: {verdict.explained}" if verdict.explained else verdict.kind
            commit = f"{version.name} {version.title}"
            cells = [cell(text) for text in (verdict.kind.look.shape, words, verdict.says)]
            cells += [place_of(verdict, version.commit, site), cell(commit)]
            is_settled = not verdict.is_open
            rows.append((is_settled, f"| {' | '.join(cells)} |"))
    if rows:
        lines += ["", "| | verdict | what was found | where | commit |", "|---|---|---|---|---|"]
        # what is open comes first
        lines += [row for _, row in sorted(rows, key=lambda row: row[0])]
    return "\n".join(lines) + "\n"


def place_of(verdict: Verdict, commit: str, site: str) -> str:
    """Return where a test is, for a cell; what is in no commit yet is on no site."""
    if not verdict.file:
        return ""
    line = f":{verdict.line}" if verdict.line else ""
    place = cell(f"{verdict.file}{line}")
    if not (site and commit):
        return place
    anchor = f"#L{verdict.line}" if verdict.line else ""
    return f"[{place}]({site}/blob/{commit}/{quote(verdict.file)}{anchor})"


def cell(text: str) -> str:
    return text.translate(ESCAPED_IN_CELLS)


def annotations(proof: Proof) -> Iterator[str]:
    """Yield the workflow commands by which GitHub shows what is open next to its line."""
    for verdict in proof.open:
        place = ""
        if verdict.file:
            place = f" file={verdict.file.translate(ESCAPED_IN_NAMES)},line={max(verdict.line, 1)}"
        level = "notice" if verdict.kind == Kind.NO_ANSWER else "warning"
        yield f"::{level}{place}::{verdict.says.translate(ESCAPED)}"
