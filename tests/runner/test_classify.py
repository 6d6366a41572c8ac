"""What a failure means, decided in one place: the `conftest.py` at the top."""

import sys
from types import ModuleType
from unittest import mock

import pytest

from dojo.runner.collect import suite_plugin

FIZZ = ModuleType("fizz")
exec(compile("def crash():\n    return None.nothing\n", "/fizz/fizz.py", "exec"), vars(FIZZ))


def a_failing_assertion():
    raise AssertionError("1 is not 2")


def an_error_that_did_not_come():
    pytest.fail("DID NOT RAISE")


def an_attribute_that_is_missing():
    FIZZ.say(1)


def a_name_that_cannot_be_imported():
    sys.modules["fizz"] = FIZZ
    try:
        from fizz import say  # type: ignore[import-not-found]  # noqa: F401
    finally:
        del sys.modules["fizz"]


def a_patch_of_a_name_that_is_missing():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FIZZ, "say", None)


def a_mock_of_a_name_that_is_missing():
    with mock.patch.object(FIZZ, "say"):
        pass


def a_name_that_is_misspelt_in_the_test():
    nmae  # type: ignore[name-defined]  # noqa: F821, B018


def a_module_that_is_missing():
    import nothing_of_the_kind  # type: ignore[import-not-found]  # noqa: F401


def an_error_in_the_code():
    FIZZ.crash()


MEANINGS = [
    (a_failing_assertion, ("asserted", "")),
    (an_error_that_did_not_come, ("asserted", "")),
    (an_attribute_that_is_missing, ("missing name", "say")),
    (a_name_that_cannot_be_imported, ("missing name", "say")),
    (a_patch_of_a_name_that_is_missing, ("missing name", "say")),
    (a_mock_of_a_name_that_is_missing, ("missing name", "say")),
    (a_name_that_is_misspelt_in_the_test, ("crashed", "")),
    (a_module_that_is_missing, ("crashed", "")),
    (an_error_in_the_code, ("crashed", "")),
]


@pytest.mark.parametrize(("test", "meaning"), MEANINGS, ids=[test.__name__ for test, _ in MEANINGS])
def test_a_failure_means(test, meaning):
    with pytest.raises(BaseException) as raised:  # noqa: PT011
        test()
    assert suite_plugin().classify(raised.value, lambda file: file == __file__) == meaning
