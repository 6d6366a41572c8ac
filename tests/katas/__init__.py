"""The tests of what is only poker's; `katas.poker` itself lies in katas/ at the top."""

from pkgutil import extend_path

__path__ = extend_path(__path__, __name__)
