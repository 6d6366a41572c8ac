"""The tests of the katas, and of what is only one story's; `katas.poker` itself lies in katas/ at the top."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
