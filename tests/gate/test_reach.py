"""Law 6: a step works on what it is given, and reaches no further."""

import pytest

from gate.planting import SAYS, of_files, plant, reads, shuts

HEAD = '"""Fizz."""\n'


def above(code, *told):
    """Lines above the first function of step 02; the first of them is line 3."""
    return plant(6, code, "step_02/fizz.py", HEAD, f"{HEAD}\n{code}\n", "step_02_numbers/fizz.py:", *told)


def says(code, *told):
    """Lines in the place of what step 02 says; the first of them is line 6."""
    inside = "".join(f"    {line}\n" for line in code.splitlines())
    return plant(6, code, "step_02/fizz.py", SAYS, inside, "step_02_numbers/fizz.py:", *told)


OTHER = "steps/step_01_fake_it/fizz.py"

EDITS = [
    # text that is run
    says(f"exec(open('{OTHER}').read())", "fizz.py:6: exec runs a text"),
    says("return eval('str(number)')", "eval runs a text"),
    says("compile('1', '', 'eval')\nreturn str(number)", "compile compiles a text"),
    above("run = exec", "fizz.py:3: exec runs a text"),
    above("exec = 1\ndel exec", "exec runs a text"),
    above("list(map(exec, ['say = str']))", "exec runs a text"),
    above("breakpoint()", "stops in a debugger"),
    above("from builtins import exec as run", "imports builtins"),
    above("__builtins__['exec']('say = 1')", "asks for __builtins__"),
    above("print.__self__.exec('say = 1')", "asks for __self__"),
    above("getattr(print, '__self__').exec('')", "names __self__"),
    above("getattr(print, '__se' + 'lf__').exec('')", "names __self__"),
    above("def a(): 1\n\n\n'{0.__globals__}'.format(a)", "names __globals__"),
    above("import typing\n\ntyping.get_type_hints(print)", "typing.get_type_hints"),
    above("import asyncio\n\nasyncio.subprocess.PIPE", "uses asyncio.subprocess"),
    above("from concurrent import futures as f\n\nf.ProcessPoolExecutor()", "ProcessPool"),
    above("import threading\n\nthreading.settrace(None)", "threading.settrace"),
    above("vars()['__builtins__']", "names __builtins__"),
    # modules that are loaded by hand
    above("import importlib as i", "fizz.py:3: imports importlib, which is outside"),
    above("from importlib import import_module", "imports importlib"),
    above("__import__('os')", "__import__ imports by hand"),
    above("from pkgutil import get_data", "imports pkgutil"),
    above("import sys as s\n\ns.modules.clear()", "fizz.py:5: uses sys.modules"),
    above("from sys import modules as known\n\nknown", "uses sys.modules"),
    above("import collections\n\ncollections._sys.modules", "sys.modules"),
    above("import re\n\nre.enum.sys.modules", "uses sys.modules"),
    above("import sys\n\ngetattr(sys, 'modules')", "uses sys.modules"),
    above("import sys\n\ngetattr(sys, 'mod' + 'ules')", "passes on the module sys"),
    above("import sys\n\ns = sys", "passes on the module sys"),
    above("import math\n\nmath.__dict__", "asks for math.__dict__"),
    above("import math\n\nmath.__loader__", "asks for math.__loader__"),
    above("from sys import *", "imports all of sys"),
    # who is calling
    says("import sys\nreturn sys._getframe(1)", "fizz.py:7: uses sys._getframe"),
    above("import dataclasses\n\ndataclasses.inspect.stack()", "inspect.stack"),
    says("return (str(n) for n in [number]).gi_frame.f_back", "asks for gi_frame"),
    says(
        "try:\n    return str(1 // 0)\nexcept ZeroDivisionError as e:\n    return e.__traceback__",
        "asks for __traceback__",
    ),
    says("return __name__", "asks for its __name__ otherwise than by"),
    above('if __name__ != "__main__":\n    say = 1', "asks for its __name__"),
    above('if __name__ == "__main__":\n    1\nelse:\n    say = 1', "runs when the step is not the program"),
    says("return say.__module__", "asks for __module__"),
    above("HERE = __file__", "fizz.py:3: asks for __file__"),
    above("HERE = globals()['__file__']", "globals asks for the names"),
    above("match print:\n    case object(__self__=b):\n        b", "__self__"),
    above("HERE = __spec__.origin", "asks for __spec__"),
    above("import math\n\n(lambda: 1).__code__", "asks for __code__"),
    above("class A:\n    def a(): 1\n\n\nA.a.__globals__", "asks for __globals__"),
    above("object.__subclasses__()", "asks for __subclasses__"),
    above("from operator import attrgetter\n\nattrgetter('say.__globals__')", "names"),
    # the machine
    above("import os\n\nos.environ", "fizz.py:5: uses os.environ"),
    above("from os import getenv as get\n\nget('PATH')", "uses os.getenv"),
    above("import os\n\nos.system('true')", "uses os.system"),
    above("import os\n\nos.getcwd()", "uses os.getcwd"),
    above("import os.path as p\n\np.os.listdir()", "uses os.listdir"),
    above("from os import path\n\npath.exists('x')", "uses os.path.exists"),
    above("import sys\n\nsys.stdout = None", "changes sys.stdout"),
    above("import math\n\nmath.pi = 3", "changes math.pi"),
    # files
    says(f"return open('{OTHER}').read()", "opens a file that it names itself"),
    says("path = 'x'\nreturn open(path).read()", "opens a file"),
    says("return open(f'x/{number}').read()", "opens a file"),
    says("import pathlib\nreturn pathlib.Path('x').read_text()", "opens a file"),
    says("import io\nreturn io.open('x').read()", "opens a file"),
    says("from pathlib import Path\nreturn Path.cwd()", "uses pathlib.Path.cwd"),
    above("read = open", "passes open on"),
    says("import io\nreturn io.FileIO('x').read()", "uses io.FileIO"),
    # clock and chance
    says("import time\nreturn str(time.time())", "fizz.py:7: asks the clock (time.time)"),
    says("from datetime import date\nreturn date.today()", "asks the clock (datetime.date.today)"),
    says("import datetime as d\nreturn d.datetime.now()", "asks the clock (datetime.datetime.now)"),
    says("import time\nreturn time.strftime('%H')", "asks the clock (time.strftime)"),
    says("import time\nreturn say(time)", "asks the clock (time)"),
    says("import random\nreturn random.choice('12')", "asks chance (random.choice)"),
    says("from random import randint\nreturn str(randint(1, 6))", "chance (random.randint)"),
    says("import random\nreturn random.Random().random()", "Random without a seed"),
    says("return str(id(number))", "id says where something lies in memory"),
    above("import sys\n\nTESTED = 'pytest' in sys.argv[0]", "names “pytest”"),
    says("import secrets\nreturn secrets.token_hex()", "secrets"),
    says("import uuid\nreturn str(uuid.uuid4())", "asks chance (uuid.uuid4)"),
]


IMPORTED = (
    "builtins importlib.machinery runpy zipimport ctypes _imp inspect traceback gc _pytest "
    "unittest.mock subprocess posix socket pickle atexit signal multiprocessing"
)


@pytest.mark.parametrize("module", IMPORTED.split())
def test_a_module_that_reaches_further_is_named(bare, module):
    bare.edit("step_02/fizz.py", HEAD, f"{HEAD}\nimport {module}\n")
    reads(bare, f"law 6 · steps/step_02_numbers/fizz.py:3: imports {module}")


@pytest.mark.parametrize("planted", EDITS)
def test_what_is_planted_is_seen_by_reading(bare, planted):
    planted.is_read(bare)


def test_the_gate_says_what_was_read(small, capsys):
    small.edit("step_02/fizz.py", HEAD, f"{HEAD}\nimport importlib\n")
    shuts(
        small, capsys, "law 6 · steps/step_02_numbers/fizz.py:3: imports importlib, which is outside the step"
    )


HONEST = {
    "a program": "import sys\n\n\ndef main():\n    for line in sys.stdin.buffer:\n"
    "        print(line, file=sys.stderr)\n    return len(sys.argv)\n\n\nif __name__ == '__main__':\n    "
    "sys.exit(main())\n",
    "dice that are handed in": "import random\n\n\ndef play(dice):\n    return dice.randint(1, 6)\n\n\n"
    "DICE: random.Random = random.Random(7)\nif __name__ == '__main__':\n    play(random.Random())\n",
    "a day that is handed in": "import datetime\nfrom datetime import date, timedelta\n\n"
    "START = datetime.date(2020, 1, 1)\n\n\ndef after(start, today):\n    "
    "return start + timedelta(seconds=10**9), today.now\n\n\nif __name__ == '__main__':\n    "
    "print(after(START, date.today()))\n",
    "files that are given by name": "import sys\nfrom pathlib import Path\n\n\ndef accounts(path):\n    "
    "with open(path) as lines:\n        return [*lines, Path(path).read_text()]\n\n\ndef main():\n"
    "    with open(sys.argv[1]) as file:\n        return file.read() + open(0).read()\n",
    "names of files": "import os.path\nfrom collections import abc\n\nNAME = os.path.join('a', 'b')\n"
    "ITS = abc.Iterable\n",
    "a pattern": "import re\nimport math\nfrom functools import cache\n\nWORD = re.compile('x')\n"
    "PI = math.pi\n\n\n@cache\ndef area(radius):\n    return radius * math.pi\n",
    "names like those of Python": "class Rule:\n    def eval(self):\n"
    "        return self.__class__.__name__, vars(self), self.__dict__\n\n\n"
    "RULES = Rule.__subclasses__()\n\n\ndef eval_all(compile, time):\n    return compile(time.time)\n",
    "a compiler of one's own": "def compile(text):\n    return text\n\n\nMORE = compile('x')\n",
    "what is not there, and what is false": "import typing\nimport json\n\n"
    "A = typing.TYPE_CHECKING, json.nothing.at_all\n",
    "a literal": "import ast\n\nFOUR = ast.literal_eval('4')\n",
    "what is looked up by its name": "import math\n\nSINE = getattr(math, 'sin')\n\n\n"
    "def ask(thing, what):\n    return getattr(thing, what)\n",
    "a part of a package": "import urllib.parse\n\nWHOLE = urllib.parse.quote('ä')\n",
    "a time that is said": "import time\n\nYEAR = time.strftime('%Y', time.gmtime(0))\n",
    "all of a module": "from unicodedata import name\nfrom enum import *\n\nWHAT = name('x')\n",
}


@pytest.mark.parametrize("code", HONEST.values(), ids=HONEST)
def test_what_an_honest_author_writes_breaks_no_law_6(bare, code):
    bare.edit("step_02/fizz.py", HEAD, HEAD + "\n" + code)
    assert [found for found in of_files(bare.story) if found.law == 6] == []
