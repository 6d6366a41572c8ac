"""What is printed."""

import io
import runpy
import sys

import pytest
from till import average, receipts, receipts_of

CUSTOMERS = "A B\nA X\n\n"
RECEIPTS = ["1: 0.80 €", "2: X is not sold here", "3: 0.00 €"]


@pytest.fixture
def customers(tmp_path):
    """A file of three customers."""
    file = tmp_path / "customers.txt"
    file.write_text(CUSTOMERS, encoding="utf-8")
    return file


@pytest.mark.drives(6)
class TestReceipts:
    """All of step 6."""

    def test_each_customer_has_one(self):
        for line, receipt in zip(CUSTOMERS.splitlines(), RECEIPTS, strict=True):
            number = receipt[0]
            assert f"{number}: " + next(receipts([line]))[3:] == receipt

    def test_they_are_made_of_a_file(self, customers):
        assert receipts_of(customers) == RECEIPTS

    def test_the_program_prints_them(self, till, monkeypatch, capsys):
        monkeypatch.setattr(sys, "stdin", io.StringIO(CUSTOMERS))
        runpy.run_path(till.__file__, run_name="__main__")
        assert capsys.readouterr().out.splitlines() == RECEIPTS


@pytest.mark.drives(6)
@pytest.mark.parametrize(
    ("items", "cents"),
    [
        pytest.param("AB", 40.0, id="on average an apple and a bread cost 40"),
        pytest.param("AAB", 43.33, id="on average two apples and a bread cost a little more"),
        pytest.param("", 0, id="on average nothing costs nothing"),
    ],
)
def test_average(items, cents):
    assert average(items) == pytest.approx(cents, abs=0.01)
