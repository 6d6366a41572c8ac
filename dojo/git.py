"""Calls git. Nothing else in `dojo/` starts it."""

import os
import subprocess
from collections.abc import Collection, Mapping

# For its hooks, git sets variables that name its own repository. A verb of ours may run in such a hook.
OF_GIT = "GIT_"


def call_git(
    *words: str,
    settings: Mapping[str, str],
    only: Collection[str] | None = None,
    stdin: bytes = b"",
    timeout_s: float | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run git to its end, and return its exit status and what it prints.

    It sees none of the variables that steer git but those in `settings`; of all others it sees those that
    `only` names, or without that each. Raises OSError if git cannot be started, TimeoutExpired.
    """
    environment = {}
    for name, value in os.environ.items():
        if not name.startswith(OF_GIT) and (only is None or name in only):
            environment[name] = value
    environment.update(settings)
    return subprocess.run(
        ["git", *words], input=stdin, capture_output=True, env=environment, timeout=timeout_s
    )
