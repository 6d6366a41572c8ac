"""One script out of the modules of a page: each page is one file that loads nothing, also from a disk."""

import re
from pathlib import Path

NAMES = r"\{\s*(?:[\w$]+\s*,\s*)*[\w$]+\s*,?\s*\}"
IMPORT = re.compile(rf'^import (?:{NAMES} from )?"(?P<path>\.\.?/[^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|const|let|class)\b)", re.MULTILINE)
# Whatever is left of these after the two above is a form that joining does not know.
UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def join_modules(entry: Path) -> str:
    """Return a module and all that it imports as one script, each module once, before those that import it.

    In place of a bundler: a module imports names as they are, `import { a, b } from "./c.mjs"`, or none of
    them, and no two modules of a page have the same name at their top: a browser would refuse the script.
    The script is a plain one, in strict mode as modules are: its names stay within reach of a console, and of
    the tests. Raises ValueError for any other form of import or export.
    """
    texts: dict[Path, str] = {}
    collect_texts(entry.resolve(), texts, set())
    return "\n".join(['"use strict";\n', *texts.values()])


def collect_texts(file: Path, texts: dict[Path, str], seen: set[Path]) -> None:
    """Add the text of a module to `texts`, after those of the modules that it imports."""
    if file in seen:
        return
    # Noted before its imports are followed: two modules may import each other.
    seen.add(file)
    source = file.read_text(encoding="utf-8")
    for found in IMPORT.finditer(source):
        collect_texts((file.parent / found["path"]).resolve(), texts, seen)
    text = EXPORT.sub("", IMPORT.sub("", source))
    unknown = UNKNOWN.search(text)
    if unknown:
        raise ValueError(f"{file.name}: joining the scripts of a page does not know this form: {unknown[0]}")
    texts[file] = text.strip() + "\n"
