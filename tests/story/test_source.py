"""Where a test of the suite is written, and how code is read."""

import warnings

import pytest

from dojo.story.code.syntax import compile_source, parse_source
from dojo.story.source import find_source, list_helpers

SUITE = """\
class TestShort:
    def test_it(self):
        assert 1

    class TestNested:
        def test_it(self):
            assert 3


class TestLong:
    def test_it(self):
        assert 2

    def test_more(self):
        assert 5


class TestLonger(TestLong):
    pass


async def test_it():
    assert 4
"""
PLACES = [
    pytest.param("TestShort::test_it", 2, "assert 1", id="a method"),
    pytest.param("TestLong::test_it", 11, "assert 2", id="a method of the same name in another class"),
    pytest.param("TestShort::TestNested::test_it", 6, "assert 3", id="a class in a class"),
    pytest.param("TestLonger::test_more", 14, "assert 5", id="a method of the class above it"),
    pytest.param("test_it", 22, "assert 4", id="a coroutine"),
    pytest.param("test_none", 1, "", id="one that is not there"),
]


@pytest.mark.parametrize(("name", "line", "text"), PLACES)
def test_a_test_is_found_in_its_class(tmp_path, name, line, text):
    (tmp_path / "test_code.py").write_text(SUITE)
    written = find_source(f"test_code.py::{name}", tmp_path)
    assert written.line == line
    assert written.function.endswith(text)


@pytest.mark.parametrize("read", [parse_source, compile_source], ids=["syntax", "code"])
def test_code_is_read_without_a_warning(read):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        read(b'NO_ESCAPE = "\\d"\n')


WITH_HELPERS = """\
import pytest


def twice(number):
    return 2 * number


class Double:
    pass


@pytest.fixture
def one():
    return 1


class TestAll:
    def test_all(self, one):
        text = '''
at the margin
'''
        assert twice(one) == text or Double()

    def test_one(self, one):
        assert one
"""
USED = [
    pytest.param("TestAll::test_all", ["twice", "Double"], id="a function and a class"),
    pytest.param("TestAll::test_one[row]", [], id="a fixture is an argument"),
    pytest.param("test_none", [], id="one that is not there"),
]


@pytest.mark.parametrize(("name", "used"), USED)
def test_the_helpers_of_a_test_are_those_that_it_calls(tmp_path, name, used):
    (tmp_path / "test_code.py").write_text(WITH_HELPERS)
    assert [*list_helpers(f"test_code.py::{name}", tmp_path)] == used
