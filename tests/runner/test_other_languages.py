"""Habits from other languages and from spreadsheets, and what is said below the failure."""

import pytest

from dojo.runner.failure.advice import advise_on_texts
from dojo.runner.failure.names import advise_on_spelling
from dojo.runner.failure.other_languages import SYNTAX

FUNCTION = "A function begins with def, as in def double(number): and its lines are indented below it."
LOOP = "for n in range(3): counts 0, 1, 2, and for value in values: takes one value after the other."
BLOCK = "In place of { and }, a line ends with a colon, and the lines below it are indented."
VALUE = "A name gets its value with = alone, as in total = 0: no word stands in front of it."
ELIF = "In place of else if, Python has elif."
QUOTES = "A text stands in one of these quotation marks: \" or '."
THEN = "In place of then, Python has a colon: if number == 3:"
SMALL = "Python writes “and”, “or” and “not” in small letters."
SWITCH = "Python has no switch: if, elif and else ask one thing after the other."
NAMES_ALONE = "A def has only names and commas in its brackets, as in def add(left, right):"
ELSE = "An else asks nothing, and a colon follows it at once: what asks is an elif, as in elif number == 5:"
NO_SUCH_KEY = (
    'The dictionary has no such key: 2 and "2" are different keys. “in” asks for one, as in if key in values:'
)
TABS = "Some lines begin with a tab, and others with spaces: type four spaces in place of each tab."
COLON = "A question of an if ends with a colon, as in if number == 3: and what to do is indented below it."
NOT_READ = {
    "function": ("function say(number) {\n  return '1';\n}\n", FUNCTION),
    "a function that gets a name": ("say = function(number):\n    return 1\n", FUNCTION),
    "a function with its type": ("int say(int number):\n    return 1\n", FUNCTION),
    "a function behind var": ("var say(number):\n    return 1\n", FUNCTION),
    "an arrow": ("say = (number) => '1'\n", FUNCTION),
    "an arrow in a call": ("values.forEach(value => print(value))\n", FUNCTION),
    "an arrow behind return": ("def f(v):\n    return v.map((n, i) => n)\n", FUNCTION),
    "at most, typed the wrong way round": ("if number => 3:\n    pass\n", "Python writes <= and >=."),
    "with one sign too many": ("if number ==> 3:\n    pass\n", "Python writes <= and >=."),
    "the same in brackets": ("if(number => 3):\n    pass\n", "Python writes <= and >=."),
    "three parts of a loop": ("for (let i = 0; i < n; i++) {\n    x = 1\n}\n", LOOP),
    "a loop with of": ("for (const value of values):\n    x = 1\n", LOOP),
    "of without brackets": ("for value of values:\n    x = 1\n", LOOP),
    "switch": ("switch (n) {\n    case 1: x = 1\n}\n", SWITCH),
    "elseif": ("if x:\n    y = 1\nelseif z:\n    y = 2\n", ELIF),
    "an else that asks": (
        "if x == 3:\n    y = 1\nelse x == 5:\n    y = 2\n",
        ELSE,
    ),
    "an else that returns": ("if x == 3:\n    y = 1\nelse y = 2\n", ELSE),
    "three equals signs": ("if n === 1:\n    x = 1\n", "In place of === and !==, Python has == and !=."),
    "unequal": ("if n <> 1:\n    x = 1\n", "In place of <>, Python has !=."),
    "a bracket behind if": ("if (n == 1) {\n    return 1\n}\n", BLOCK),
    "a bracket behind def": ("def say(number) {\n    return 1\n}\n", BLOCK),
    "a bracket further up": ("while (i < n) {\n    i = 1\n}\n", BLOCK),
    "only the last bracket": ("def say(number):\n    return 1\n}\n", BLOCK),
    "an else between brackets": ("if n == 1:\n    x = 1\n} else {\n    x = 2\n}\n", BLOCK),
    "not": ("if !found:\n    x = 1\n", "In place of !, Python has not, as in if not found:"),
    "a ? b : c": ("x = y ? 1 : 2\n", "In place of a ? b : c, Python has b if a else c."),
    "a return in one line": ("if (n == 3) return 'Fizz'\n", COLON),
    "a comment": ("// one more\nx = 1\n", "A comment begins with #."),
    "var": ("var x = 1\n", VALUE),
    "a type in front": ("int x = 1;\n", VALUE),
    "a type in a def": ("def say(int number):\n    return 1\n", NAMES_ALONE),
    "no comma in a def": ("def add(left right):\n    return 1\n", NAMES_ALONE),
    "backticks": ("x = `one`\n", QUOTES),
    "curly quotation marks": ("x = “one”\n", QUOTES),
    "typeof": ("x = typeof y\n", "In place of typeof, Python has type(…)."),
    "new": ("x = new Point(1)\n", "In place of new Point(…), Python has Point(…)."),
    "throw": (
        "throw new Error('no')\n",
        'In place of throw, Python has raise, as in raise ValueError("…").',
    ),
    "AND": ("if n % 3 == 0 AND n % 5 == 0:\n    x = 1\n", SMALL),
    "then": ("if n == 3 then\n    x = 1\n", THEN),
    "a return at the left edge": (
        "def say(number):\n    x = 1\nreturn x\n",
        "This return is in no function: indent it as its lines are. Outside of functions, a program prints.",
    ),
    "a tab among spaces": (
        "def say(number):\n    x = 1\n\treturn x\n",
        TABS,
    ),
    "a tab above spaces": (
        "def say(number):\n\tx = 1\n    return x\n",
        TABS,
    ),
    "a line too far to the right": (
        "def say(number):\n    x = 1\n      return x\n",
        "This line is further to the right than the one above, which ends without a colon.",
    ),
    "an error and its name": (
        "try:\n    x = 1\nexcept ValueError error:\n    x = 2\n",
        "An error gets its name with as: except ValueError as error:",
    ),
    "nothing below a colon": (
        "def say(number):\n    return 1\n\nif __name__ == '__main__':\n",
        "Below a line that ends with a colon, at least one line is indented.",
    ),
}
RAISED = {
    "null": ("return null", "In place of null, Python has None."),
    "console": (
        "console.log(number)",
        "In place of console, Python has print(…).",
    ),
    "parseInt": ("return parseInt('1')", "In place of parseInt, Python has int(…)."),
    "MOD": ("return MOD(number, 3)", "In place of MOD, Python has %, as in number % 3."),
    "Error": ("raise Error('no')", "In place of Error, Python has ValueError, among others."),
    "a part of a text as its number": (
        "for letter in 'one':\n        return 'one'[letter]",
        "The brackets of a text take numbers, as in text[0]; in for letter in text: letter is a part of it.",
    ),
    "capital letters without quotation marks": (
        "return 'one'.startswith(XV)",
        'Without quotation marks, XV is the name of a value. A text has them: "XV"',
    ),
    "mod": ("return mod(number, 3)", "In place of mod, Python has %, as in number % 3."),
    "a list in place of a text": (
        "return ['1']",
        'The test wants a text, and a list came: "".join(values) makes one text of a list of texts.',
    ),
    "two values in place of a text": (
        "return '1', '2'",
        "The test wants one text, and several values came: a comma keeps them apart, and + joins texts.",
    ),
    "a value in a text": (
        "return '{number}'",
        'Without an f in front, { } are characters of the text: f"{number}" puts the value in.',
    ),
    "a question of a number without brackets": (
        "if (number / 3).is_integer:\n        return 'Fizz'",
        "fizz.py:2: (number / 3).is_integer is a function, and without brackets it is always true:"
        " write (number / 3).is_integer()",
    ),
    "this": ("return this.n", "In place of this, Python has self, the first parameter of each method."),
    "length": ("return 'one'.length", "In place of .length, Python has len(…)."),
    "toString": ("return number.toString()", "In place of .toString, Python has str(…)."),
    "the text of an error": (
        "return ValueError('no').message",
        "str(error) gives the text of an error: it has no .message.",
    ),
    "a method that is not called": (
        "return ' 1'.strip.upper()",
        "Are brackets missing after strip, as in strip(…).upper?",
    ),
    "push": ("return [].push(1)", "In place of .push, Python has .append(…)."),
    "indexOf of a text": ("return 'one'.indexOf('n')", "In place of .indexOf, Python has .find(…)."),
    "indexOf of a list": ("return [1].indexOf(1)", "In place of .indexOf, Python has .index(…)."),
    "a list that joins": (
        "return ['1'].join('')",
        'In place of .join, Python has "".join(values): the text that goes in between stands in front.',
    ),
    "a key without quotation marks": (
        "return {one: 'I'}",
        'Without quotation marks, one is the name of a value. A text has them: "one"',
    ),
    "a loop through a number": (
        "for i in 3:\n        return i",
        "A number has no parts to go through, but range(3) has 0, 1 and 2: for i in range(3):",
    ),
    "a number and a list": (
        "return number >= [1]",
        "One of the two is a list: items[0] takes an item out of it, and a loop takes each.",
    ),
    "a key that is not there": (
        "return {}[number]",
        NO_SUCH_KEY,
    ),
    "a function that calls itself": (
        "return say(number)",
        "A function calls itself again and again: it needs a case in which it doesn't.",
    ),
    "& between two questions": (
        "if number % 3 == 0 & number % 5 == 0:\n        return ''",
        "fizz.py:2: “and” joins two questions: & is for the bits of numbers",
    ),
    "| between two questions": (
        "if number == 3 | number == 5:\n        return ''",
        "fizz.py:2: “or” joins two questions: | is for the bits of numbers",
    ),
    "a sum that is lost": (
        "text = ''\n    text + 'I'\n    return text",
        "fizz.py:3: nothing comes of this value: write text = text + 'I'",
    ),
}
READ = {
    "brackets of a dictionary above": "values = {\n    1: 'I',\n}\nx = = 1\n",
    "a mark in a text": "x = = 'what! no?: {'\n",
    "a mark in a comment": "x = = 1  # what! no?: `x`\n",
    "brackets around a pair in a loop": "for (a, b) in pairs\n    x = 1\n",
    "a sign for bits": "x = (n & 1\n",
    "a function that is called func": "x = func(1))\n",
    "a bracket further down": "x = = 1\nif (n == 1) {\n",
}


@pytest.mark.parametrize(("code", "advice"), NOT_READ.values(), ids=NOT_READ)
def test_what_python_cannot_read(tried, code, advice):
    assert tried(code).failing[0].failure.endswith(f"\n\n{advice}")


@pytest.mark.parametrize(("body", "advice"), RAISED.values(), ids=RAISED)
def test_what_python_knows_by_another_name(tried, body, advice):
    run = tried(f"def say(number):\n    {body}\n")
    assert run.failing[0].failure.endswith(f"\n\n{advice}")


@pytest.mark.parametrize("code", READ.values(), ids=READ)
def test_what_is_nothing_of_another_language(tried, code):
    failure = tried(code).failing[0].failure
    assert [advice for advice in (BLOCK, *SYNTAX.values()) if advice in failure] == []


def test_a_self_outside_of_a_class(tried):
    run = tried("def say(self, number):\n    return '1'\n")
    advice = "def say(…) has more names in its brackets than the call has values."
    advice += " Is self one of them? Only methods of a class have it."
    assert run.failing[0].failure.endswith(f"\n\n{advice}")


def test_a_text_without_quotation_marks_may_differ_in_its_capitals(tried):
    run = tried("def say(number):\n    return fizz if number == 3 else str(number)\n", tests=5)
    advice = 'Without quotation marks, fizz is the name of a value. A text has them: "Fizz"'
    assert run.failing[0].failure.endswith(f"\n\n{advice}")


SILENT = {
    "a dictionary has nothing to push to": "return {}.push(1)",
    "a name of one's own is meant": "return Number",
    "a constant is no text": "return VALUES",
    "a set as a text": "return str({number})",
    "a text in a set": "return str({'a'})",
}


@pytest.mark.parametrize("body", SILENT.values(), ids=SILENT)
def test_where_it_may_be_something_else_nothing_is_said_of_other_languages(tried, body):
    failure = tried(f"def say(number):\n    {body}\n").failing[0].failure
    assert [words for words in ("In place of", "quotation marks", "an f in front") if words in failure] == []


def test_an_error_of_a_lookup_does_not_hide_which_error_the_test_wants(tried):
    own = "import fizz, pytest\n\ndef test_no():\n    with pytest.raises(ValueError):\n        fizz.say(0)\n"
    run = tried("def say(number):\n    return {}[number]\n", own)
    advice = "The test wants ValueError, and your code raised KeyError."
    assert run.failing[0].failure.endswith(f"\n\n{advice}")


def test_what_a_test_asks_of_an_error_or_a_function_is_no_habit_of_the_code(tried):
    own = "import fizz\n\ndef test_one():\n    assert fizz.say(1).message == 'no'\n"
    for value in ("ValueError('no')", "print"):
        failure = tried(f"def say(number):\n    return {value}\n", own).failing[0].failure
        assert [words for words in ("str(error)", "brackets missing") if words in failure] == []


def test_one_question_may_be_about_bits(tried):
    for question in ("0 == number & 1", "0 <= number & 7 < 1"):
        run = tried(f"def say(number):\n    return '' if {question} else '1 '\n")
        assert run.failing[0].failure.endswith("They differ in spaces or line ends only.")


def test_what_the_test_asks_for_is_no_habit_of_the_code(tried):
    own = "import fizz\n\ndef test_length():\n    assert fizz.say(1).length == 1\n"
    run = tried("def say(number):\n    return '1'\n", own)
    assert (
        "The test asks for .length, and an object of a class of your own can have it:"
        in run.failing[0].failure
    )


def test_an_error_that_the_code_raises_itself_is_no_missing_key(tried):
    run = tried("def say(number):\n    raise KeyError(number)\n")
    assert run.failing[0].failure.endswith("E   KeyError: 1")


def test_brackets_that_a_test_wants_are_no_slip():
    assert advise_on_texts("{number}", "{n}") == ""


def test_a_name_is_no_misspelling_of_one_that_ends_with_it():
    assert advise_on_spelling("number", ["to_number"]) == ""


def test_one_letter_is_no_misspelling_of_another():
    assert advise_on_spelling("V", ["v"]) == ""


def test_letters_in_another_order_are_a_misspelling():
    assert advise_on_spelling("sya", ["say", "yes"]) == "Is it misspelled? There is “say”."
