"""Paths, as each system writes them."""

import pytest

from dojo.engine.own_tests import PATH

SAID = [
    pytest.param("(/home/ann/a dojo/fizz.py)", id="Linux"),
    pytest.param("(/fizz.py)", id="at the root"),
    pytest.param(r"(C:\Users\Ann\a dojo\fizz.py)", id="Windows"),
    pytest.param(r"(\\server\dojo\fizz.py)", id="a share"),
]


@pytest.mark.parametrize("path", SAID)
def test_a_file_that_lacks_a_name_is_named_without_its_folder(path):
    said = f"ImportError: cannot import name 'sayy' from 'fizz' {path}"
    assert PATH.sub(r" (\1)", said) == "ImportError: cannot import name 'sayy' from 'fizz' (fizz.py)"
