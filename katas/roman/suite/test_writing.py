"""Chapters 1 to 3: a number is written as a numeral."""

import pytest
from rows import drives, guards

NUMERALS = [
    drives(1, "1 is I", 1, "I"),
    drives(2, "2 is II", 2, "II"),
    guards(3, "3 is III", 3, "III"),
    drives(3, "5 is V", 5, "V"),
    drives(3, "6 is VI", 6, "VI"),
    guards(4, "7 is VII", 7, "VII"),
    guards(4, "8 is VIII", 8, "VIII"),
    drives(4, "10 is X", 10, "X"),
    drives(4, "20 is XX", 20, "XX"),
    guards(5, "15 is XV", 15, "XV"),
    guards(5, "38 is XXXVIII", 38, "XXXVIII"),
    drives(6, "50 is L", 50, "L"),
    drives(6, "100 is C", 100, "C"),
    drives(6, "500 is D", 500, "D"),
    drives(6, "1000 is M", 1000, "M"),
    guards(7, "1666 is MDCLXVI", 1666, "MDCLXVI"),
    guards(7, "3888 is MMMDCCCLXXXVIII", 3888, "MMMDCCCLXXXVIII"),
    drives(7, "4 is IV", 4, "IV"),
    guards(8, "14 is XIV", 14, "XIV"),
    guards(8, "24 is XXIV", 24, "XXIV"),
    drives(8, "9 is IX", 9, "IX"),
    drives(8, "40 is XL", 40, "XL"),
    drives(8, "90 is XC", 90, "XC"),
    drives(8, "400 is CD", 400, "CD"),
    drives(8, "900 is CM", 900, "CM"),
    guards(9, "49 is XLIX", 49, "XLIX"),
    guards(9, "444 is CDXLIV", 444, "CDXLIV"),
    guards(9, "1994 is MCMXCIV", 1994, "MCMXCIV"),
    guards(9, "3999 is MMMCMXCIX", 3999, "MMMCMXCIX"),
    guards(14, "101 is CI", 101, "CI"),
    guards(14, "2010 is MMX", 2010, "MMX"),
]


@pytest.mark.parametrize(("number", "numeral"), NUMERALS)
def test_a_number_is_written(roman, number, numeral):
    assert roman.to_roman(number) == numeral


NOT_WRITABLE = [
    drives(9, "0 cannot be written", 0, "0 cannot be written"),
    drives(9, "-1 cannot be written", -1, "-1 cannot be written"),
    drives(9, "4000 cannot be written", 4000, "4000 cannot be written"),
]


@pytest.mark.parametrize(("number", "message"), NOT_WRITABLE)
def test_a_number_that_cannot_be_written_is_an_error(roman, number, message):
    with pytest.raises(ValueError) as fault:
        roman.to_roman(number)
    assert str(fault.value) == message
