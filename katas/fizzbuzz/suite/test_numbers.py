"""Chapters 1 to 3: what a player says for a number."""

import pytest
from rows import drives, guards

NUMBERS = [
    drives(1, "1 is 1", 1, "1"),
    drives(2, "2 is 2", 2, "2"),
    guards(3, "4 is 4", 4, "4"),
    drives(3, "3 is Fizz", 3, "Fizz"),
    guards(4, "8 is 8", 8, "8"),
    guards(4, "13 is 13", 13, "13"),
    drives(4, "6 is Fizz", 6, "Fizz"),
    drives(5, "5 is Buzz", 5, "Buzz"),
    drives(5, "10 is Buzz", 10, "Buzz"),
    guards(5, "52 is 52", 52, "52"),
    drives(6, "15 is FizzBuzz", 15, "FizzBuzz"),
    drives(6, "30 is FizzBuzz", 30, "FizzBuzz"),
    guards(7, "101 is 101", 101, "101"),
    guards(7, "102 is Fizz", 102, "Fizz"),
    drives(8, "7 is Bang", 7, "Bang"),
    drives(8, "14 is Bang", 14, "Bang"),
    drives(8, "21 is FizzBang", 21, "FizzBang"),
    drives(8, "35 is BuzzBang", 35, "BuzzBang"),
    drives(8, "42 is FizzBang", 42, "FizzBang"),
    drives(8, "105 is FizzBuzzBang", 105, "FizzBuzzBang"),
    guards(8, "17 is 17", 17, "17"),
    guards(9, "1000 is Buzz", 1000, "Buzz"),
]


@pytest.mark.parametrize(("number", "words"), NUMBERS)
def test_a_number_is_said(fizzbuzz, number, words):
    assert fizzbuzz.say(number) == words
