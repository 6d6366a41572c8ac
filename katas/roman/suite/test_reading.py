"""Chapter 4: a numeral is read as a number."""

import pytest
from rows import drives, guards

NUMBERS = [
    drives(10, "I is 1", "I", 1),
    drives(11, "II is 2", "II", 2),
    drives(11, "VI is 6", "VI", 6),
    drives(11, "MDCLXVI is 1666", "MDCLXVI", 1666),
    guards(12, "IV is 4", "IV", 4),
    guards(12, "CDXLIV is 444", "CDXLIV", 444),
    guards(12, "MCMXCIV is 1994", "MCMXCIV", 1994),
    guards(12, "MMMCMXCIX is 3999", "MMMCMXCIX", 3999),
    guards(15, "MMMDCCCLXXXVIII is 3888", "MMMDCCCLXXXVIII", 3888),
]


@pytest.mark.parametrize(("numeral", "number"), NUMBERS)
def test_a_numeral_is_read(roman, numeral, number):
    assert roman.to_number(numeral) == number


NO_NUMERALS = [
    drives(12, "no letter stands four times: IIII", "IIII", "IIII is no numeral"),
    drives(12, "no fourth thousand: MMMM", "MMMM", "MMMM is no numeral"),
    drives(12, "no five stands twice: VV", "VV", "VV is no numeral"),
    drives(12, "a five is never taken away: VX", "VX", "VX is no numeral"),
    drives(12, "I stands before V and X only: IC", "IC", "IC is no numeral"),
    drives(12, "X stands before L and C only: XM", "XM", "XM is no numeral"),
    drives(12, "one letter is taken away, not two: IIX", "IIX", "IIX is no numeral"),
    drives(12, "no letter goes on after a nine: IXI", "IXI", "IXI is no numeral"),
    drives(12, "no letter goes on after a four: IVI", "IVI", "IVI is no numeral"),
    drives(12, "no letter goes on after ninety: XCX", "XCX", "XCX is no numeral"),
    drives(12, "no pair stands twice: IXIX", "IXIX", "IXIX is no numeral"),
    drives(12, "no pair follows its five: VIV", "VIV", "VIV is no numeral"),
    drives(12, "a pair is never taken away: IVX", "IVX", "IVX is no numeral"),
    drives(12, "no other letters than seven: A", "A", "A is no numeral"),
    drives(12, "a stranger at the end is not overlooked: XIA", "XIA", "XIA is no numeral"),
    drives(12, "small letters make no numeral: iv", "iv", "iv is no numeral"),
    drives(12, "an empty text is no numeral", "", " is no numeral"),
]


@pytest.mark.parametrize(("text", "message"), NO_NUMERALS)
def test_what_is_no_numeral_is_an_error(roman, text, message):
    with pytest.raises(ValueError) as fault:
        roman.to_number(text)
    assert str(fault.value) == message
