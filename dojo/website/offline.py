"""The service worker: where a browser allows one, the site works without a network after the first visit."""

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

SCRIPT = Path(__file__).parent / "pages" / "sw.js"
PYTHON = "python/"


def service_worker(files: Mapping[str, bytes], python_folder: str) -> str:
    """Return the service worker for these files of a site: another one after each change of any of them.

    The pages are kept at the first visit, Python with its first run: it is as large as all the rest. An older
    Python than that in `python_folder` is kept no longer.
    """
    whole = sha256()
    pages = []
    for path in sorted(files):
        whole.update(path.encode())
        whole.update(files[path])
        if not path.startswith((PYTHON, ".")):
            pages.append(path)
    settings = {"VERSION": whole.hexdigest()[:12], "PAGES": pages, "PYTHON_FOLDER": f"{python_folder}/"}
    script = ""
    for name, value in settings.items():
        script += f"const {name} = {json.dumps(value)};\n"
    return script + SCRIPT.read_text(encoding="utf-8")
