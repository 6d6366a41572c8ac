"""What a step may use of the standard library: what computes. The rest asks the machine, or who is calling.

The list says what may be used: there are many ways to the outside, and hardly a kata needs anything else.
"""

import sys
from contextlib import suppress
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

WHOLE = """
    __future__ abc argparse array ast asyncio base64 binascii bisect calendar cmath cmd codecs
    collections colorsys concurrent.futures configparser contextlib contextvars copy csv dataclasses
    datetime decimal difflib enum fileinput fractions functools getopt graphlib hashlib heapq hmac html
    io ipaddress itertools json keyword logging math numbers operator optparse pprint queue re reprlib
    sched shlex statistics string stringprep struct textwrap threading token tokenize tomllib types
    typing unicodedata urllib.parse warnings weakref xml.dom xml.etree xml.sax zlib zoneinfo
"""
"""Modules that may be used as a whole."""

PARTS = {
    "os": "PathLike fspath linesep sep",
    "os.path": "basename commonpath commonprefix dirname isabs join normpath sep split splitext",
    "pathlib": "Path PurePath PurePosixPath PureWindowsPath",
    "random": "Random",
    "sys": "argv byteorder exit float_info get_int_max_str_digits getrecursionlimit getsizeof hexversion "
    "implementation int_info intern maxsize maxunicode platform set_int_max_str_digits setrecursionlimit "
    "stderr stdin stdout version version_info",
    "time": "asctime ctime gmtime localtime mktime sleep strftime strptime struct_time",
    "uuid": "NAMESPACE_DNS NAMESPACE_OID NAMESPACE_URL NAMESPACE_X500 UUID uuid3 uuid5",
}
"""Modules with some names that may be used."""

KNOWN = frozenset([*WHOLE.split(), *PARTS])

NOT_THESE = (
    "asyncio.create_subprocess",
    "asyncio.subprocess",
    "concurrent.futures.ProcessPoolExecutor",
    "datetime.date.today",
    "datetime.datetime.now",
    "datetime.datetime.today",
    "datetime.datetime.utcnow",
    "io.FileIO",
    "io.open_code",
    "logging.FileHandler",
    "pathlib.Path.cwd",
    "pathlib.Path.home",
    "threading.setprofile",
    "threading.settrace",
    "typing.ForwardRef",
    "typing.get_type_hints",
)
"""Names that may not be used, although the rest of their module or class may."""

SAME = {"posixpath": "os.path", "ntpath": "os.path", "_io": "io"}
"""What a module calls itself, and what everybody else calls it."""

CLOCK, CHANCE = "asks the clock", "asks chance"
"""Only the program may ask these, below `if __name__ == "__main__":`."""


class Thing(NamedTuple):
    """Something in the standard library: its module, and its name there."""

    module: str
    path: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join([self.module, *self.path])


@cache
def thing(name: str) -> Thing:
    """`collections._sys.modules` is `modules` of `sys`: a module is the same wherever one gets it from."""
    first, *rest = name.split(".")
    found, at = looked_into(first), Thing(first, ())
    for part in rest:
        found = getattr(found, part) if hasattr(found, part) else looked_into(f"{at}.{part}")
        if isinstance(found, ModuleType):
            at = Thing(SAME.get(found.__name__, found.__name__), ())
        else:
            at = Thing(at.module, (*at.path, part))
    return at


@cache
def looked_into(name: str) -> Any:
    """One of the modules that may be used; None for any other, which is not even imported."""
    if may_be_imported(name) and "__" not in name:
        with suppress(ImportError):
            return import_module(name)
    return None


def may_be_imported(name: str) -> bool:
    """Is it a module that may be used, wholly or in part, or one on the way to it?"""
    return any(f"{name}.".startswith(f"{one}.") or one.startswith(f"{name}.") for one in KNOWN)


def is_standard(name: str) -> bool:
    return name.split(".")[0] in sys.stdlib_module_names


@cache
def refused(name: str) -> str:
    """Why a step may not use `os.environ`, say; nothing if it may."""
    found = thing(name)
    if found.path and found.path[0].startswith("__") and found.path[0] != "__version__":
        return f"asks for {found}; use what the module gives, and not what it is made of"
    if found.module in PARTS:
        may = not found.path or found.path[0] in PARTS[found.module].split()
    else:
        may = may_be_imported(found.module)
    if may and not str(found).startswith(NOT_THESE):
        return ""
    if found.module in ("datetime", "time", "timeit"):
        return asks(CLOCK, found)
    if found.module in ("random", "secrets", "uuid") or str(found) == "os.urandom":
        return asks(CHANCE, found)
    return f"uses {found}, which is outside the step; let the caller hand in what it says"


def asks(what: str, found: object) -> str:
    """What to say about a clock, and about chance."""
    instead = "the time" if what == CLOCK else "a random.Random(7)"
    return f"{what} ({found}); let the caller hand in {instead}"
