"""Keeps what pytest makes of test files: it rewrites their assertions, each text once for all runs.

Runs of many versions have mostly the same test files, and to rewrite one takes longer than to run its tests.
pytest keeps its own copies next to the file, where the next run would not look: each has a folder of its own.
This module is copied next to the plugin. It runs on Python 3.9 and pytest 6, and imports nothing of ours.
"""

from __future__ import annotations

import importlib
import marshal
import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import CodeType
from typing import Any

# the first changes what pytest writes into the code; a warning may be an error, and then there is no code
SETTINGS = ("enable_assertion_pass_hook", "filterwarnings")


def keep_rewritten_tests(folder: Path) -> None:
    """Have pytest look into a folder before it rewrites the assertions of a file."""
    module = importlib.import_module("_pytest.assertion.rewrite")
    rewrite = getattr(module, "_rewrite_test", None)
    # a pytest that has no such function rewrites each file in each run
    if rewrite is None:
        return
    folder.mkdir(exist_ok=True)

    def rewrite_once(path: Path, config: Any) -> tuple[Any, CodeType]:
        settings = [config.getini(name) for name in SETTINGS]
        kept = folder / sha256(repr(settings).encode() + path.read_bytes()).hexdigest()
        if kept.exists():
            code = marshal.loads(kept.read_bytes())
            # the first part is for a file of bytecode, and no run writes one
            return None, with_file(code, str(path))
        first_part, code = rewrite(path, config)
        # a full disk
        with suppress(OSError):
            write_whole(kept, marshal.dumps(code))
        return first_part, code

    module._rewrite_test = rewrite_once  # type: ignore[attr-defined]


def with_file(code: CodeType, file: str) -> CodeType:
    """Return code that is of another file, and so are the functions in it."""
    constants = [with_file(part, file) if isinstance(part, CodeType) else part for part in code.co_consts]
    return code.replace(co_filename=file, co_consts=tuple(constants))


def write_whole(file: Path, content: bytes) -> None:
    """Write a file so that a run at the same time finds all of it or nothing."""
    draft = file.with_name(f"{file.name}.{os.getpid()}")
    draft.write_bytes(content)
    draft.replace(file)
