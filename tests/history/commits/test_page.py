"""The page of a proof on commits: it reads the files when the proof is done."""

from dojo.history.proving.page import page
from history.commits.planted import proved, repository

BEGUN = {
    "game.py": "def score(rolls):\n    return 0\n",
    "test_game.py": "from game import score\n\n\ndef test_none():\n    assert score([]) == 0\n",
}
SUM = {
    "game.py": "def score(rolls):\n    return sum(rolls)\n",
    "test_game.py": f"{BEGUN['test_game.py']}\n\ndef test_sum():\n    assert score([1, 2]) == 3\n",
    "notes.txt": "a sum\n",
}


def test_the_change_of_a_commit_is_drawn(tmp_path):
    html = page(proved(repository(tmp_path / "game", ("begun", BEGUN), ("a sum", SUM)), "main~1..main"))
    assert "was red for the right reason, then green." in html
    assert "<ins class=line><span class=sign>+</span>    <span class=k>return</span> sum(rolls)" in html
    assert "<ins class=line><span class=sign>+</span>a sum" in html
    assert "E   assert 0 == 3" in html
