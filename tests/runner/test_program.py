"""Any program gets a verdict, whatever it does, and nothing of it is left behind."""

import os
import select
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from helpers import FOR_EVER

from dojo.runner.programs.build import BuildError, build_program
from dojo.runner.programs.command import CommandError, MissingFileError, run_with_input, split_command
from dojo.runner.programs.program import Program
from dojo.story.katas import Case

LINES = "9♥ 5♠\n7♠\n"
SPLIT = {
    "ruby scores.rb": ["ruby", "scores.rb"],
    "python 'my scores.py'": ["python", "my scores.py"],
    r"./my\ scores": ["./my scores"],
    "sort | head": ["sh", "-c", "sort | head"],
    "python $HOME/s.py": ["sh", "-c", "python $HOME/s.py"],
}


def test_a_command_line_has_these_words_and_each_quotation_mark_a_partner():
    assert {line: split_command(line) for line in SPLIT} == SPLIT
    with pytest.raises(CommandError, match="a quotation mark has no partner in CMD"):
        split_command('python "scores.py')


@pytest.fixture
def folder(tmp_path):
    """A folder whose name has a space, for programs."""
    folder = tmp_path / "my program"
    folder.mkdir()
    return folder


@pytest.fixture
def fed(folder, tmp_path):
    """What a program comes to that is fed two lines."""
    given = tmp_path / "01-a-rule-in-words.in"
    given.write_text(LINES, encoding="utf-8")

    def outcome(text, limit=FOR_EVER, *how, **more):
        (folder / "scores.py").write_text(text, encoding="utf-8")
        return run_with_input(given, LINES, [sys.executable, "scores.py"], folder, limit, *how, **more)

    return outcome


ECHO = "import sys\ntext = sys.stdin.buffer.read()\nprint = sys.stdout.buffer.write\n"
ELSE, TOO_MUCH = "prints something else", "prints too much"
NO_UTF_8 = "prints something that is not UTF-8"
COMPLAINS = "import sys\nwhile True: print('no' * 1000, file=sys.stderr)"
NO_FILE = "crashed: status 1, FileNotFoundError: [Errno 2] No such file or directory: 'ranks.txt'"
NO_NAME = "crashed: status 1, NameError: name 'a' is not defined"
KILLS_ITSELF = "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"
OF_NODE = "import sys; sys.exit('Error: no such rank\\n    at mark (scores.js:1)\\n\\nNode.js v20')"
SAYS = "import sys\nprint('9♥ 5♠\\n7♠')\nprint('line 2: 7♠ again', file=sys.stderr)\n"
COMPLAINTS = ["line 2", "7♠"]
NEITHER, UNSAID = "crashed: status 2, line 2: 7♠ again", "does not say on standard error: line 2"
VERDICTS = {
    "the same": (f"{ECHO}print(text)", "green", "", []),
    "no line end at the end": (f"{ECHO}print(text[:-1])", "green", "", []),
    "line ends of Windows": (f"{ECHO}print(text.replace(b'\\n', b'\\r\\n'))", "green", "", []),
    "an empty line at the end": (f"{ECHO}print(text + b'\\n')", "red", ELSE, []),
    "a space at the end": (f"{ECHO}print(text[:-1] + b' ')", "red", ELSE, []),
    "nothing": ("", "red", "prints nothing", []),
    "no UTF-8": (f"{ECHO}print(text.decode().encode('utf-16'))", "red", NO_UTF_8, []),
    "without end on standard output": ("while True: print('9♥' * 1000)", "amber", TOO_MUCH, []),
    "without end on standard error": (COMPLAINS, "amber", TOO_MUCH, []),
    "a crash": ("print(a)", "amber", NO_NAME, []),
    "a file that it does not find": ("open('ranks.txt')", "amber", NO_FILE, []),
    "a status without a word": ("raise SystemExit(3)", "amber", "crashed: status 3", []),
    "a signal": (KILLS_ITSELF, "amber", "crashed: Segmentation fault", []),
    "the line that names an error is told": (OF_NODE, "amber", "crashed: status 1, Error: no such rank", []),
    "what it has to say": (f"{SAYS}sys.exit(1)", "green", "", COMPLAINTS),
    "a status of 0": (SAYS, "red", "ends with status 0, and not with 1", COMPLAINTS),
    "a status that is neither": (f"{SAYS}sys.exit(2)", "amber", NEITHER, COMPLAINTS),
    "another complaint": (f"{SAYS.replace('line', 'nine')}sys.exit(1)", "red", UNSAID, COMPLAINTS),
    "something else beside it": (f"{SAYS.replace('9', '8')}sys.exit(1)", "red", ELSE, COMPLAINTS),
    "a crash instead of it": ("print(a)", "amber", NO_NAME, COMPLAINTS),
}


@pytest.mark.parametrize(("text", "colour", "why", "complaints"), VERDICTS.values(), ids=VERDICTS)
def test_a_program_gets_a_verdict(fed, text, colour, why, complaints):
    """It may have to complain."""
    assert fed(text, complaints=complaints)[:2] == (colour, why)


def test_a_program_that_hangs_is_stopped(fed):
    outcome = fed("import time\ntime.sleep(600)\n", 0.2)
    assert outcome[:2] == ("amber", "hangs: not done after 0.2 seconds")
    assert outcome.hangs


STARTS = "import subprocess, time\nsubprocess.Popen(['sleep', '600'], stdout=open('alive', 'w'))\n"


@pytest.mark.parametrize("has_ended", [False, True])
def test_a_program_is_stopped_with_all_that_it_started(fed, folder, has_ended):
    """Both write to a pipe, which ends when nobody has it any more."""
    os.mkfifo(folder / "alive")
    stop, goes_on = Event(), "" if has_ended else "time.sleep(600)"
    with ThreadPoolExecutor() as pool:
        running = pool.submit(fed, STARTS + goes_on, FOR_EVER, stop)
        with (folder / "alive").open("rb") as alive:
            if not has_ended:
                stop.set()
            assert select.select([alive], [], [], 60)[0]
    assert running.result().why == ("prints nothing" if has_ended else "stopped")


CANNOT = {
    "rubyy": "there is no command rubyy: is it installed",
    "./scores.py": "./scores.py cannot be run: Permission denied",
    "bin/scores": "bin/scores",
}


@pytest.mark.parametrize(("command", "said"), CANNOT.items(), ids=CANNOT)
def test_a_program_that_cannot_be_started_is_named(folder, command, said):
    (folder / "scores.py").touch()
    with pytest.raises(MissingFileError if command == said else CommandError, match=said):
        run_with_input(Path(os.devnull), "", [command], folder, limit=1)


def test_bytecode_is_not_trusted(fed, folder, monkeypatch):
    """Law 8: changed to the same size in the same second, a module of the program is the one that runs."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
    colours = []
    for word in ("text", "None"):
        (folder / "rules.py").write_text(f"def mark(text):\n    print({word}, end='')\n")
        os.utime(folder / "rules.py", (1_700_000_000, 1_700_000_000))
        subprocess.run([sys.executable, "-c", "import rules"], cwd=folder, check=True)
        colours.append(fed("import sys, rules\nrules.mark(sys.stdin.read())").colour)
    assert colours == ["green", "red"]


# A program that has to be made

COPY = "cp source program && echo x >> made"
"""What stands for a compiler; `made` tells how often it ran."""


CHANGES = {
    "nothing": ("", COPY, 1, "one\n"),
    "a change": ("echo three > source", COPY, 2, "three\n"),
    "a change of the same size": ("echo two > source", COPY, 2, "two\n"),
    "the program is gone": ("rm program", COPY, 2, "one\n"),
    "a note that cannot be read is none": ("echo [1] > .build_cache", COPY, 2, "one\n"),
    "another command": ("", f"{COPY};", 2, "one\n"),
}


@pytest.mark.parametrize(("change", "command", "times", "made"), CHANGES.values(), ids=CHANGES)
def test_it_is_made_again_if_something_has_changed(folder, change, command, times, made):
    (folder / "source").write_text("one\n")
    (folder / "link").symlink_to("nowhere")
    build_program(COPY, folder)
    subprocess.run(["sh", "-c", change], cwd=folder, check=True)
    build_program(command, folder)
    assert len((folder / "made").read_text().split()) == times
    assert (folder / "program").read_text() == made


def test_a_source_that_is_saved_while_it_is_made_is_made_again(folder):
    (folder / "source").write_text("one\n")
    for made in ("one\n", "three\n"):
        build_program(f"{COPY}; test -e saved || echo three > source; touch saved", folder)
        assert (folder / "program").read_text() == made


SAYS = "printf 'first error\\n  in line 3\\nlast error\\n' >&2; false"
FAILS = {
    "no word": ("false", "false: crashed: status 1", ""),
    "the first error": (SAYS, "failed: first error", "first error\n  in line 3\nlast error\n"),
}


@pytest.mark.parametrize(("command", "why", "complaint"), FAILS.values(), ids=FAILS)
def test_one_that_cannot_be_made_is_told_and_tried_again(folder, command, why, complaint):
    for _ in range(2):
        with pytest.raises(BuildError) as fault:
            build_program(f"echo x >> made; {command}", folder)
    assert str(fault.value).startswith("echo x >> made; ")
    assert str(fault.value).endswith(why)
    assert fault.value.complaint == complaint
    assert (folder / "made").read_text() == "x\nx\n"


class BrokenOff(Exception):
    """What is raised while a program runs."""


SLEEPS = "echo $$ > draft; mv draft pid; exec sleep 1800"
BROKEN_OFF = {"while it is built": (SLEEPS, "true"), "while it runs": ("", SLEEPS)}


@pytest.mark.parametrize(("build", "command"), BROKEN_OFF.values(), ids=BROKEN_OFF)
def test_what_is_raised_while_it_is_waited_for_ends_it(folder, tmp_path, build, command):
    case = Case(tmp_path / "01-a-rule.in")
    case.file.write_text(LINES)
    case.output.write_text(LINES)

    def on_wait():
        if (folder / "pid").exists():
            raise BrokenOff

    broken_off = Program(command, folder, build, limit=FOR_EVER, on_wait=on_wait)
    with pytest.raises(BrokenOff):
        next(broken_off.run_on([case]))
    with pytest.raises(ProcessLookupError):
        os.kill(int((folder / "pid").read_text()), 0)


def test_where_there_is_nothing_to_make_nothing_is_run(folder):
    build_program("", folder)
    assert [*folder.iterdir()] == []
