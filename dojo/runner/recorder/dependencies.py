"""What a run depends on besides its key: what it opened, looked for, imported and looked up.

An answer of a run may be repeated only if all of this is as it was (`dojo/runner/cache.py`). While a recorder
is active, an audit hook sees the files, the folders and the programs; wrappers in `os` and `time` see which
files were only looked for, and the clock; `os.environ` sees the names of variables; and a finder sees the
imports, also those that find nothing. Each dependency is noted with its state, which `state_of` returns again
later. What cannot be seen, such as what another program reads, makes the run *untracked*: its answer is not
repeated.

What Python, pytest and we ourselves read does not count, unless the code of a story has called it: another
width of the terminal is no reason to run a gate again.

A Python that runs a program of a story imports this file alone (`start/sitecustomize.py`), and so does one
that runs the tests of a repository, which may be Python 3.9. It needs nothing but the standard library, and
little of that, for each program waits for it.
"""

from __future__ import annotations

import os
import site
import stat
import sys
import time
from _thread import get_ident
from types import CodeType

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` and `collections` take longer to import than most programs take to run
    from collections.abc import Callable, Iterator, Sequence

    PathName = str | bytes | os.PathLike[str] | os.PathLike[bytes]

Dependencies = dict[str, str]
"""The state of each thing that a run depends on. The first word of a name is the kind of the thing."""

UNTRACKED = "untracked"
"""The name of what no recorder can see; its state is the reason."""
ENVIRONMENT = "environment"
PACKAGES = "packages"
REPORT = "DOJO_DEPENDENCIES"
"""The variable that names the file into which another Python writes its dependencies."""
BEGUN = "begun"
"""The first line of such a file: without it nothing has recorded."""
START = os.path.join(os.path.dirname(os.path.abspath(__file__)), "start")
"""The folder that makes another Python record, if it is in its PYTHONPATH."""

CANNOT_BE_SEEN = {
    "ctypes.dlopen": "calls native code",
    "os.exec": "becomes another program",
    "os.fork": "starts another process",
    "os.forkpty": "starts another process",
    "os.posix_spawn": "starts another program",
    "os.system": "starts another program",
    "socket.__new__": "asks the network",
    "socket.getaddrinfo": "asks the network",
    "socket.gethostbyaddr": "asks the network",
    "socket.gethostbyname": "asks the network",
    "socket.gethostname": "asks for the name of the machine",
    "sqlite3.connect": "opens a database",
    "subprocess.Popen": "starts another program",
}
"""Audit events after which a run reads what nobody here can see."""
UNSEEN_NAMES = {
    "datetime": {"astimezone", "fromtimestamp", "now", "timestamp", "today", "utcnow"},
    "locale": {"locale"},
}
"""Names in code that ask for the date, the time zone or the locale, by their modules.

They are read without an audit event, by types that nobody can change: the names have to do.
"""
CLOCKS = (
    "asctime",
    "ctime",
    "gmtime",
    "localtime",
    "monotonic",
    "monotonic_ns",
    "perf_counter",
    "perf_counter_ns",
    "process_time",
    "process_time_ns",
    "strftime",
    "time",
    "time_ns",
)
"""The functions of `time` that read a clock, or the time zone."""

STORY, OURS, ANYBODY = "story", "ours", "anybody"
"""Whose file it is: a story's; ours, where we look something up ourselves; or one that any code may call."""
LOOKS_FOR_ITSELF = (
    f"{os.sep}coverage{os.sep}",
    f"{os.sep}tempfile.py",
    f"{os.sep}_pytest{os.sep}_code{os.sep}",  # the sources of a failure
    f"{os.sep}_pytest{os.sep}_io{os.sep}",  # the width of a terminal
    f"{os.sep}_pytest{os.sep}compat.py",  # whether this is a CI, for the length of a failure
    f"{os.sep}_pytest{os.sep}pathlib.py",
    f"{os.sep}_pytest{os.sep}runner.py",  # the variable that names the current test
    f"{os.sep}_pytest{os.sep}tmpdir.py",
    f"{os.sep}pytest{os.sep}__main__.py",  # where each test begins
)
"""What a test may call, or Python calls meanwhile; and what it looks for is no question of the test's."""


def beginnings(folders: list[str]) -> tuple[str, ...]:
    """Return how the paths of all files in some folders begin, also where links lead there."""
    places = dict.fromkeys([*folders, *map(os.path.realpath, folders)])
    return tuple(f"{place}{os.sep}" for place in places)


LIBRARY = beginnings([os.path.dirname(os.__file__)])
"""The standard library,"""
ARCHIVE = f"{os.sep}python{sys.version_info[0]}{sys.version_info[1]}.zip"
"""which may be an archive with such a name instead,"""
USER_PACKAGES = site.getusersitepackages()
# a browser has no user, and so no packages of one
INSTALLED = beginnings([*site.getsitepackages(), *([USER_PACKAGES] if USER_PACKAGES else [])])
"""and the installed packages, which may be below it."""
HERE = os.path.abspath(__file__)
TOOLING = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
SUITE_PLUGIN = os.path.join(os.path.dirname(TOOLING), "conftest.py")
"""The plugin of all suites. Once we are installed, it is one of our own modules."""
BYTECODE = f"{os.sep}__pycache__{os.sep}"
SUFFIXES = (".py", ".pyc", ".so", ".pyd")

lstat, readlink, real_stat = os.lstat, os.readlink, os.stat
"""The functions themselves, below the wrappers."""


# The state of a thing, as it is now.


def state_of(name: str) -> str:
    """Return the state of a dependency as it is now; the name of the error if it cannot be read."""
    kind, _, what = name.partition(" ")
    try:
        return STATES[kind](what)
    except (OSError, ValueError) as error:  # a path with a zero byte is a ValueError
        return type(error).__name__


def is_as_it_was(dependencies: Dependencies) -> bool:
    """True if each thing that a run depended on has the state that was noted."""
    return all(state_of(name) == state for name, state in dependencies.items())


def hash_of(text: str | bytes) -> str:
    """Hash a text: a value of the environment may be a secret, and is not written anywhere."""
    # late: a program that reads nothing does not wait for it
    from hashlib import sha256

    return sha256(text.encode(errors="surrogateescape") if isinstance(text, str) else text).hexdigest()


def content_of(path: str) -> str:
    """Hash the content of a file, or the names in a folder. Nothing else is opened: a pipe would not end."""
    mode = real_stat(path).st_mode
    if stat.S_ISREG(mode):
        with open(path, "rb") as file:
            return hash_of(file.read())
    if stat.S_ISDIR(mode):
        with os.scandir(path) as entries:
            return hash_of("\0".join(sorted(f"{entry.name} {entry.is_dir()}" for entry in entries)))
    return f"of type {stat.S_IFMT(mode)}"


def status_of(path: str) -> str:
    """Say what a path is: the size and the date of a file, and where a link leads."""
    first = lstat(path)
    link = hash_of(readlink(path)) if stat.S_ISLNK(first.st_mode) else ""
    there = real_stat(path)
    kind = stat.S_IFMT(there.st_mode)
    # a folder gets another date by each file in it, and what a test looks for has a name of its own
    return f"{link} {kind}" if stat.S_ISDIR(kind) else f"{link} {kind} {there.st_size} {there.st_mtime_ns}"


def shadows_in(folder: str) -> str:
    """Name what a folder has in place of modules of the standard library."""
    known = getattr(sys, "stdlib_module_names", ())
    return " ".join(sorted(file for file in os.listdir(folder) if file.partition(".")[0] in known))


def candidates_for(path: str) -> str:
    """Name what an import of a folder may find there: a package, or a module with any suffix."""
    folder, name = os.path.split(path)
    found = [
        file
        for file in os.listdir(folder)
        if file == name or (file.startswith(f"{name}.") and file.endswith(SUFFIXES))
    ]
    return " ".join(sorted(found))


def value_of(variable: str) -> str:
    """Hash the value of a variable of the environment, as it was before the run."""
    value = environment_before().get(variable)
    return "not set" if value is None else hash_of(value)


def whole_environment(_what: str) -> str:
    """Hash all variables."""
    return hash_of("\0".join(f"{name}={value}" for name, value in sorted(environment_before().items())))


def installed_packages(_what: str) -> str:
    """Hash the names in the folders of installed packages, and when each package was installed."""
    entries = []
    for folder in sorted({os.path.realpath(folder) for folder in INSTALLED}):
        try:
            names = sorted(os.listdir(folder))
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info", ".egg-link", ".pth")):
                entries.append(f"{name} {real_stat(os.path.join(folder, name)).st_mtime_ns}")
            elif name != "__pycache__":
                entries.append(name)
    return hash_of("\0".join(entries))


def never(_what: str) -> str:
    """Return a state that was never noted: what cannot be tracked is never as it was."""
    return ""


STATES: dict[str, Callable[[str], str]] = {
    "content": content_of,
    "status": status_of,
    "import": candidates_for,
    "shadows": shadows_in,
    "variable": value_of,
    ENVIRONMENT: whole_environment,
    PACKAGES: installed_packages,
    UNTRACKED: never,
}


# Recording.


class Recorder:
    """The dependencies of what runs while it is active.

    Attributes:
        report: the file into which another Python writes each of them at once: it may end at any time.
        has_process: true if the whole process runs a story, and so each of its threads.
        noted: the dependencies so far.
        unsent: those that `take_unsent` has not given yet.
    """

    def __init__(self, report: str = "", *, has_process: bool = False) -> None:
        self.report, self.has_process = report, has_process
        self.process, self.thread = os.getpid(), get_ident()
        self.noted: Dependencies = {}
        self.unsent: Dependencies = {}

    def add(self, name: str, state: str) -> None:
        """Add a dependency. What was noted first stays, for the run may have changed it since."""
        if self.noted.setdefault(name, state) != state:
            name, state = UNTRACKED, f"{name} has changed meanwhile"
            self.noted.setdefault(name, state)
        self.unsent[name] = self.noted[name]
        if self.report:
            self.write(name, self.noted[name])

    def write(self, name: str, state: str) -> None:
        """Write a dependency into the report: a line, for its name can be printed."""
        before, Present.is_reading = Present.is_reading, True
        try:
            with open(self.report, "a", encoding="utf-8") as report:
                report.write(f"{name}\t{state}\n")
        finally:
            Present.is_reading = before

    def take_unsent(self) -> Dependencies:
        """Return what was noted since the last time."""
        unsent, self.unsent = self.unsent, {}
        return unsent

    def story_is_calling(self) -> bool:
        """True if the code of a story has caused what happens now."""
        if self.has_process and get_ident() != self.thread:  # which has not its starter among its callers
            return True
        # the first caller that is known decides: below it, a test of ours may have called the runner
        frame = sys._getframe(1)
        while frame is not None:
            # not the one in `f_code`: each look at that is an audit event of its own
            file = frame.f_globals.get("__file__")
            owner = OWNERS.get(file) or owner_of(file)
            if owner is not ANYBODY:
                return owner is STORY
            if frame.f_back is None:
                return False
            frame = frame.f_back
        return False


class Present:
    """What this process records at present.

    Attributes:
        recorders: those that are active, the outermost first.
        environment: the variables as they were before the outermost one began.
        made: the files and folders that a run, or its runner, has made itself: they depend on nothing else.
        covered: a folder whose files are in the key already.
        is_reading: true while a state is read, which is no dependency.
    """

    recorders: list[Recorder] = []  # noqa: RUF012
    environment: dict[str, str] = {}  # noqa: RUF012
    made: set[str] = set()  # noqa: RUF012
    covered = ""
    is_reading = False
    is_installed = False


def record_program() -> None:
    """Record from now on in this process, if the environment says so; the program does not see that."""
    report = os.environ.pop(REPORT, "")
    folders = os.environ.pop("PYTHONPATH", "").split(os.pathsep)
    if others := [folder for folder in folders if folder not in ("", START)]:
        os.environ["PYTHONPATH"] = os.pathsep.join(others)
    sys.path[:] = [folder for folder in sys.path if folder != START]
    if report:
        record_into(report)


def record_into(report: str) -> None:
    """Record from now on in this process, up to its end, and write what it depends on into a file."""
    recorder = Recorder(report, has_process=True)
    Present.recorders.clear()
    begin(recorder)
    recorder.write(BEGUN, "")


def environment_to_record(report: str | os.PathLike[str]) -> dict[str, str]:
    """Return the variables with which another Python records what its program depends on."""
    folders = [START, *filter(None, [os.environ.get("PYTHONPATH")])]
    return {REPORT: os.fspath(report), "PYTHONPATH": os.pathsep.join(folders)}


def pass_on() -> None:
    """Let the program that this process becomes record in its place, if this one does."""
    reports = [recorder.report for recorder in Present.recorders if recorder.report]
    for report in reports:
        os.environ.update(environment_to_record(report))


def begin(recorder: Recorder) -> None:
    """Add a recorder to those that are active."""
    install()
    if not Present.recorders:
        Present.environment = dict(os.environ)
    Present.recorders.append(recorder)


def environment_before() -> dict[str, str]:
    """Return the variables as they were before the run, whatever it has set since."""
    return Present.environment if Present.recorders else dict(os.environ)


def note(name: str) -> None:
    """Note a dependency, with its state as it is now."""
    recorders = Present.recorders
    if all(name in recorder.noted for recorder in recorders) or is_forked():
        return
    Present.is_reading = True
    try:
        state = state_of(name) if name.isprintable() else ""
    finally:
        Present.is_reading = False
    for recorder in recorders:
        if not name.isprintable():  # on its way through the pipe it would become another name
            recorder.add(UNTRACKED, "reads a file whose name cannot be printed")
        elif name not in recorder.noted:
            recorder.add(name, state)


def note_untracked(reason: str) -> None:
    """Note that a run does what nobody here can see."""
    for recorder in Present.recorders:
        if UNTRACKED not in recorder.noted and not is_forked():
            recorder.add(UNTRACKED, reason)


def is_forked() -> bool:
    """True in a process that the code of a story has forked: its parent is untracked, and nobody asks it."""
    return Present.recorders[-1].process != os.getpid()


def absorb(dependencies: Dependencies) -> None:
    """Note the dependencies of an answer: what is made from it depends on them too."""
    for recorder in Present.recorders:
        for name, state in dependencies.items():
            if recorder.noted.get(name) != state:
                recorder.add(name, state)


# Whose doing it is.

OWNERS: dict[str | None, str] = {None: ANYBODY}
"""The owner of each file whose code has run; some modules, and code that was made, have no file."""


def owner_of(file: str | None) -> str:
    """Return whose file it is, by its path."""
    if file is not None and file not in OWNERS:
        OWNERS[file] = find_owner(file)
    return OWNERS[file]


def find_owner(file: str) -> str:
    """Find out whose file it is, by its path."""
    if any(part in file for part in LOOKS_FOR_ITSELF):
        return OURS
    if file == HERE or file.startswith("<") or is_suite_plugin(file):
        return ANYBODY
    if file.startswith(f"{TOOLING}{os.sep}"):
        return OURS
    return ANYBODY if file.startswith((*LIBRARY, *INSTALLED)) else STORY


def is_suite_plugin(file: str) -> bool:
    """True if a file is the plugin of all suites, or the copy of it that a story in another folder has."""
    if os.path.basename(file) != os.path.basename(SUITE_PLUGIN):
        return False
    Present.is_reading = True
    try:
        return state_of(f"content {file}") == state_of(f"content {SUITE_PLUGIN}")
    finally:
        Present.is_reading = False


def is_calling() -> bool:
    """True if a recorder is active, and the code of a story has caused what happens now."""
    recorders = Present.recorders
    return bool(recorders) and not Present.is_reading and recorders[-1].story_is_calling()


# What it sees.


def install() -> None:
    """Have this process tell what happens in it; once and for all, for an audit hook cannot be removed."""
    if Present.is_installed:
        return
    Present.is_installed = True
    sys.addaudithook(hear)
    for name in ("stat", "lstat", "access", "readlink"):
        wrap(name)
    for name in CLOCKS:
        wrap_clock(name)
    # the object stays the same: who has imported it has it already
    os.environ.__class__ = Environment
    if hasattr(os, "environb"):
        os.environb.__class__ = Environment
    sys.meta_path.insert(0, SeesImports())


def hear(event: str, arguments: tuple[object, ...]) -> None:
    """Note what the code of a story opens, lists, makes or starts. Python calls this before it does so."""
    # for each event that matters there are a thousand others
    if event not in HEARD or not Present.recorders or Present.is_reading:
        return
    if event not in CANNOT_BE_SEEN:
        HEARD[event](*arguments)
    elif is_calling():
        note_untracked(CANNOT_BE_SEEN[event])


def hear_open(path: PathName | int, _mode: str | None, flags: int) -> None:
    """Note a file that is opened: that the run makes it, or what is in it."""
    if isinstance(path, int):
        return
    if flags & os.O_EXCL:
        note_made(path, also_status=is_calling())
    elif is_calling():
        note_open(path, flags)


FINDERS = ("_frozen_importlib_external", "importlib._bootstrap_external")
"""The names of the module that looks for modules, before and after `importlib` is imported."""


def hear_list(path: PathName | int | None = None) -> None:
    """Note the names in a folder; not for an import, which reads all names to look for one of them."""
    is_import = sys._getframe(2).f_globals.get("__name__") in FINDERS
    if not is_import and not isinstance(path, int) and is_calling():
        note_path("content", path or ".")


def hear_mkdir(path: PathName, *_how: object) -> None:
    """Note that the run, or its runner, makes a folder."""
    note_made(path, also_status=is_calling())


def hear_exec(code: object) -> None:
    """Note that the code of a story asks for the date or the locale."""
    if not isinstance(code, CodeType) or owner_of(code.co_filename) is not STORY:
        return
    names = names_in(code)
    for module, unseen in UNSEEN_NAMES.items():
        if module in names and unseen & names:
            note_untracked(f"may ask for what {module} knows")


HEARD: dict[str, Callable[..., None]] = {
    "open": hear_open,
    "os.listdir": hear_list,
    "os.scandir": hear_list,
    "os.mkdir": hear_mkdir,
    "exec": hear_exec,
    **dict.fromkeys(CANNOT_BE_SEEN, note_untracked),
}
"""The audit events that say what is read and made, and those after which that cannot be said."""


def note_open(path: PathName, flags: int) -> None:
    """Note a file that is opened: its content, or that the run writes it itself."""
    unnamed = getattr(os, "O_TMPFILE", 0)
    if unnamed and flags & unnamed == unnamed:
        return
    if flags & os.O_TRUNC:
        note_path("status", os.path.dirname(absolute(path)))
        note_made(path, also_status=False, also_if_there=True)
    else:
        note_path("content", path)


def note_made(path: PathName, *, also_status: bool, also_if_there: bool = False) -> None:
    """Note that the run, or its runner, makes a file or a folder: nothing outside decides what is in it."""
    if is_forked():
        return
    place = absolute(path)
    if also_status:
        note_path("status", path)
    Present.is_reading = True
    try:
        if also_if_there or not os.path.lexists(place):
            folder, name = os.path.split(place)
            Present.made |= {place, os.path.join(os.path.realpath(folder), name)}
    finally:
        Present.is_reading = False


def note_path(kind: str, path: PathName) -> None:
    """Note a path, unless something else says already what is there."""
    place = source_of(absolute(path))
    if is_made(place):  # the neutral place of a step is a link that we have made: it leads to the step
        Present.is_reading = True
        try:
            place = os.path.realpath(place)
        finally:
            Present.is_reading = False
        if is_made(place):
            return
    if place.startswith((*LIBRARY, f"{os.devnull}{os.sep}")) and not place.startswith(INSTALLED):
        return  # `sys.version` is in each key
    if Present.covered and f"{place}{os.sep}".startswith(f"{Present.covered}{os.sep}"):
        return
    note(PACKAGES if f"{place}{os.sep}".startswith(INSTALLED) else f"{kind} {place}")


def absolute(path: PathName) -> str:
    """Return a path as a text, from the root."""
    return os.path.normpath(os.path.join(os.getcwd(), os.fsdecode(path)))


def source_of(path: str) -> str:
    """Return the source of bytecode, which Python reads instead if both have the same date; or the path."""
    if BYTECODE not in path or not path.endswith(".pyc"):
        return path
    folder, _, name = path.rpartition(BYTECODE)
    return os.path.join(folder, f"{name.partition('.')[0]}.py")


def is_made(place: str) -> bool:
    """True if the run has made this file, or a folder that it is in."""
    made = Present.made
    while made and place not in made:
        above = os.path.dirname(place)
        if above == place:
            return False
        place = above
    return bool(made)


def names_in(code: CodeType) -> set[str]:
    """Return the names of modules, globals and attributes in code, and in the functions that it defines."""
    names = {*code.co_names}
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            names |= names_in(constant)
    return names


RESOLVE = ("_joinrealpath", "realpath")
"""The functions of `posixpath` that resolve links, in older Pythons and in newer ones."""


def wrap(name: str) -> None:
    """Have a function of `os` note the path that it is called with: it raises no audit event."""
    function = getattr(os, name, None)
    if function is None:
        return

    def noting(path: PathName | int, *arguments: object, **named: object) -> object:
        __tracebackhide__ = True
        # `realpath` asks for each folder on the way, often for a traceback; and it reads the links among them
        is_on_the_way = name == "lstat" and sys._getframe(1).f_code.co_name in RESOLVE
        if Present.recorders and not isinstance(path, int) and not is_on_the_way and is_calling():
            note_path("status", path)
        return function(path, *arguments, **named)

    noting.__name__ = noting.__qualname__ = name
    noting.__doc__ = function.__doc__
    for supported in (
        os.supports_dir_fd,
        os.supports_fd,
        os.supports_follow_symlinks,
        os.supports_effective_ids,
    ):
        if function in supported:
            supported.add(noting)
    setattr(os, name, noting)
    # up to Python 3.10, `pathlib` has kept the function itself
    accessor = getattr(sys.modules.get("pathlib"), "_NormalAccessor", None)
    if hasattr(accessor, name):
        setattr(accessor, name, staticmethod(noting))


def wrap_clock(name: str) -> None:
    """Have a function of `time` say that it is called."""
    function = getattr(time, name)

    def telling(*arguments: object) -> object:
        if Present.recorders and is_calling():
            note_untracked("asks the clock")
        return function(*arguments)

    telling.__name__ = telling.__qualname__ = name
    telling.__doc__ = function.__doc__
    setattr(time, name, telling)


class Environment(os._Environ):  # type: ignore[type-arg]
    """`os.environ`, which notes what is looked up."""

    def __getitem__(self, name: object) -> object:
        __tracebackhide__ = True
        if Present.recorders and is_calling() and isinstance(name, (str, bytes)):
            note(f"variable {os.fsdecode(name)}")
        return super().__getitem__(name)

    def __iter__(self) -> Iterator[object]:
        if Present.recorders and is_calling():
            note(ENVIRONMENT)
        return super().__iter__()


class SeesImports:
    """A finder of modules that finds none, and notes which ones the code of a story asks for."""

    def find_spec(self, module: str, path: Sequence[str] | None = None, _target: object = None) -> None:
        """Note where a module may be, up to the first place where it is."""
        if not is_calling() or module in sys.builtin_module_names:
            return
        name = module.rpartition(".")[2]
        is_of_library = module.partition(".")[0] in getattr(sys, "stdlib_module_names", ())
        for entry in list(sys.path if path is None else path):
            folder = absolute(entry or ".")
            place = os.path.join(folder, name)
            if folder.endswith(ARCHIVE) or (place.startswith(LIBRARY) and not place.startswith(INSTALLED)):
                if is_of_library and not folder.endswith(ARCHIVE):
                    return
                continue
            if is_of_library:  # once for all of them: most programs import a dozen
                note_path("shadows", folder)
            else:
                note_path("import", place)
            Present.is_reading = True
            try:
                found = state_of(f"import {place}")
            finally:
                Present.is_reading = False
            if found and not found.endswith("Error"):
                return
