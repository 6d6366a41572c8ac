"""Python imports this at its start, if PYTHONPATH leads to it: from then on its program is recorded."""

import os
import sys

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Its full name is known from now on, and none of the program's own: the packages above it are not imported.
sys.path.insert(0, FOLDER)
sys.modules["dojo.runner.recorder.dependencies"] = __import__("dependencies")
del sys.path[0], sys.modules["dependencies"]
sys.modules["dojo.runner.recorder.dependencies"].record_program()
