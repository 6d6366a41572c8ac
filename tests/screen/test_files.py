"""What is missing, and what we only may not look at."""

import pytest
from as_a_user import locked

from dojo.files import is_missing


@pytest.mark.parametrize(
    ("path", "missing"),
    [
        pytest.param("fizz.py", False, id="a file"),
        pytest.param("", False, id="a folder"),
        pytest.param("buzz.py", True, id="nothing"),
        pytest.param("fizz.py/buzz.py", True, id="below a file"),
        pytest.param("a link", True, id="a link to nothing"),
    ],
)
def test_it_is_missing_if_nothing_is_there(tmp_path, path, missing):
    (tmp_path / "fizz.py").write_text("")
    (tmp_path / "a link").symlink_to("buzz.py")
    assert is_missing(tmp_path / path) is missing


def test_in_a_folder_that_we_may_not_open_nobody_knows(tmp_path):
    (tmp_path / "fizz.py").write_text("")
    with locked(tmp_path), pytest.raises(PermissionError):
        is_missing(tmp_path / "fizz.py")
