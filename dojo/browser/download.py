"""An attempt of a browser as an archive with all its lights; and how a laptop with Python goes on with it."""

import json
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from rich.console import Console

from dojo.attempt.attempt import Attempt, NoAttempt
from dojo.attempt.create import create, mode_of
from dojo.attempt.recording import NotRecorded
from dojo.attempt.snapshot import take_snapshot
from dojo.attempt.storage.fields import InvalidLightError
from dojo.attempt.store import StoreError
from dojo.browser.memory import MemoryStore, texts_of
from dojo.story.workspace import Workspace
from dojo.wording import count_of

LIGHTS = ".lights.json"
"""Among the files of the attempt: its kata and its lights."""


def pack_attempt(attempt: Attempt, memory: MemoryStore) -> bytes:
    """Return a folder in an archive: the files of an attempt as they are now, and its lights."""
    content = BytesIO()
    told = {"kata": attempt.kata.name, "lights": memory.texts}
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        archive.writestr(f"{attempt.name}/{LIGHTS}", json.dumps(told))
        for name, file in take_snapshot(attempt.folder).files.items():
            archive.writestr(f"{attempt.name}/{name.decode()}", file.content)
    return content.getvalue()


def is_download(path: Path) -> bool:
    """True if it may be what a browser has downloaded: the archive, or the folder that was in it."""
    return path.suffix == ".zip" or (path / LIGHTS).is_file()


def take_over(workspace: Workspace, name: str, path: Path, out: Console) -> Attempt:
    """Make an attempt of what a browser has downloaded, with its lights, and say how to go on.

    Raises NoAttempt, NoKata, NotRecorded.
    """
    try:
        with TemporaryDirectory() as unpacked:
            if path.suffix == ".zip":
                ZipFile(path).extractall(unpacked)
            folder = min(Path(unpacked).glob(f"*/{LIGHTS}"), default=path / LIGHTS).parent
            told: dict[str, Any] = json.loads((folder / LIGHTS).read_bytes())
            files = take_snapshot(folder).files
        files.pop(LIGHTS.encode(), None)
        kata = str(told["kata"])
        memory = MemoryStore(texts_of(told["lights"]))
    except (OSError, BadZipFile, KeyError, TypeError, ValueError, InvalidLightError):
        fault = "is no attempt that a browser has downloaded" if path.exists() else "is not there"
        raise NoAttempt(f"{path.name} {fault}") from None
    attempt = create(workspace, name, kata, begins_with=files, mode=mode_of(files))
    lights = memory.lights()
    try:
        for light in lights:
            attempt.store.append(light, memory.files[light.id])
    except StoreError as failed:
        raise NotRecorded(f"the lights of {path.name} are not taken over: {failed}") from None
    shown = attempt.story.shown(attempt.folder)
    out.print(f"This is yours: {shown}/ with {count_of(len(lights), 'light')}. Go on with", soft_wrap=True)
    out.print(f"\n  {attempt.command('next')}", soft_wrap=True)
    return attempt
