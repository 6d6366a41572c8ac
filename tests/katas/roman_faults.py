"""Faults to plant in a program for roman: mistakes that people make, each with its case."""

from katas.fault import fault

COMPARED = "        while number >= value:\n"
RETURN = "    return numeral\n"
FOUND = "    if not re.fullmatch(NUMERAL, numeral):\n"
REST = "    number, rest = 0, numeral\n"
ONES = "(IX|IV|V?I{0,3})"
NUMBER = 'NUMBER = "[0-9]+"\n'
RANGE = "    if not 0 < number < 4000:\n"
NOTHING = "    if not line:\n"
IS_WRITTEN = "        return written(int(line))\n"
LOOP = "    for line in sys.stdin:\n        print(converted(line.strip()))\n"


def writes(case, what, old, new):
    """Where a numeral has one thing, it has another one."""
    return fault(case, what, RETURN, f"    return numeral.replace({old!r}, {new!r})\n")


def missed(case, value):
    """A letter is written for more than its value, and not for its value itself."""
    there = f"        while number > value or number == value != {value}:\n"
    return fault(case, f"more than {value} has the letter, {value} itself has not", COMPARED, there)


def reads(case, what, pattern):
    """Texts of a pattern are numerals too, whatever they come to."""
    also = f"    if re.fullmatch({pattern!r}, numeral):\n        return 0\n"
    return fault(case, what, FOUND, also + FOUND)


def ends(case, what, ones):
    """The pattern has something else at its end, where the ones are."""
    return fault(case, what, ONES, ones)


def takes(case, what, pattern):
    """Texts of another pattern are numbers."""
    return fault(case, what, NUMBER, f'NUMBER = r"{pattern}"\n')


def prints(case, what, line, before="", lines="sys.stdin"):
    """What is printed of a line is something else, or the lines are others."""
    return fault(case, what, LOOP, f"{before}    for line in {lines}:\n        print({line})\n")


FAULTS = [
    prints(
        "an-empty-line-stays-empty",
        "empty lines at both ends are left out",
        "converted(line.strip())",
        "    lines = sys.stdin.read().strip().splitlines()\n",
        "lines",
    ),
    fault("an-empty-line-stays-empty", "an empty line is zero", NOTHING, "    if line.isspace():\n"),
    fault("one-is-a-letter", "one is too small", RANGE, RANGE.replace("0 <", "1 <")),
    writes("two-and-three-are-that-letter-again", "three is two before five", "III", "IIV"),
    missed("five-has-a-letter-of-its-own", 5),
    missed("ten-has-one-too-and-it-is-repeated", 10),
    missed("larger-numbers-have-their-letters", 500),
    writes("the-largest-letter-comes-first", "sixty is ten beside fifty, in any order", "LX", "XL"),
    writes("four-is-a-pair", "four is four letters", "IV", "IIII"),
    writes("nine-is-a-pair", "nineteen is one before twenty", "XIX", "IXX"),
    writes("tens-and-hundreds-have-pairs-too", "four hundred is four letters", "CD", "CCCC"),
    writes("pair-after-pair", "forty-nine is one before fifty", "XLIX", "IL"),
    fault(
        "three-thousand-nine-hundred-and-ninety-nine-is-the-last",
        "the last number is left out",
        RANGE,
        RANGE.replace("4000", "3999"),
    ),
    fault("four-thousand-cannot-be-written", "4000 is MMMM", RANGE, RANGE.replace("< 4000", "<= 4000")),
    fault("zero-cannot-be-written", "0 comes back empty", RANGE, RANGE.replace("0 <", "0 <=")),
    takes("leading-zeros-do-not-count", "one zero may stand in front", "0?[1-9][0-9]*|0"),
    fault(
        "leading-zeros-are-not-in-a-message",
        "a message names the line",
        IS_WRITTEN,
        '        return written(int(line)).replace(f"{int(line)} ", f"{line} ")\n',
    ),
    fault(
        "a-number-may-have-thirty-digits",
        "a number is a float",
        IS_WRITTEN,
        IS_WRITTEN.replace("int(line)", "int(float(line))"),
    ),
    takes("a-number-may-have-thirty-digits", "a number has nine digits at most", "[0-9]{1,9}"),
    fault(
        "a-numeral-is-the-sum-of-its-letters",
        "VI is IV, in any order",
        REST,
        REST.replace("numeral", "re.sub('VI$', 'IV', numeral)"),
    ),
    fault(
        "a-smaller-letter-in-front-is-taken-away",
        "XL is LX: all letters are added",
        REST,
        REST.replace("numeral", "numeral.replace('XL', 'LX')"),
    ),
    fault(
        "the-last-numeral-is-read",
        "the last numeral is left out",
        FOUND,
        FOUND.replace(":", " or numeral == 'MMMCMXCIX':"),
    ),
    ends("no-letter-stands-four-times", "four is IIII on a clock", "(IX|IV|V?I{0,4})"),
    fault("no-letter-stands-four-times", "MMMM is read", '"M{0,3}', '"M{0,4}'),
    ends("v-l-and-d-stand-once", "VV is ten", "(IX|IV|V*I{0,3})"),
    reads("a-letter-is-taken-from-the-next-two-alone", "IC is 99", "I[LCDM]|X[DM]"),
    reads("v-l-and-d-are-never-taken-away", "VX is five", "VX|LC|DM"),
    ends("one-letter-is-taken-away-and-not-two", "IIX is eight", "(I{1,3}X|IV|V?I{0,3})"),
    ends("after-a-pair-its-letters-do-not-come-again", "IXI is ten", "(IX|IV|V?)I{0,3}"),
    ends("a-pair-stands-once", "IVIV is eight", "((IX|IV)*|V?I{0,3})"),
    ends("a-pair-does-not-follow-its-five", "VIV is nine", "V?(IX|IV|I{0,3})"),
    fault(
        "small-letters-are-no-numerals",
        "small letters are read",
        FOUND,
        FOUND.replace("numeral)", "numeral.upper())"),
    ),
    fault(
        "no-other-letter-is-a-numeral",
        "other letters are left out",
        FOUND,
        FOUND.replace("numeral)", "re.sub('[ABE-HJKN-UWYZ]', '', numeral))"),
    ),
    takes("nothing-but-digits-is-a-number", "a sign may stand in front", "[+-]?[0-9]+"),
    takes("digits-of-other-scripts-make-no-number", "any digits", r"\d+"),
    prints("white-space-around-a-line-does-not-count", "tabs count", r'converted(line.strip(" \n"))'),
    prints(
        "white-space-within-a-line-counts", "all white space is left out", 'converted("".join(line.split()))'
    ),
    prints(
        "a-line-of-white-space-comes-back-empty",
        "only a line with nothing at all is empty",
        r'converted(line.strip()) if line.strip() or line == "\n" else " is no numeral"',
    ),
    prints(
        "a-line-may-end-as-in-windows",
        "a carriage return is a sign",
        r'converted(line.strip(" \t\n"))',
        '    sys.stdin.reconfigure(newline="\\n")\n',
    ),
    prints("the-last-line-may-have-no-end", "a line has an end", "converted(line[:-1].strip())"),
    prints(
        "after-a-wrong-line-the-others-go-on",
        "once a line is no numeral, none is",
        '(wrong := wrong or "no numeral" in str(converted(line.strip()))) '
        'and f"{line.strip()} is no numeral" or converted(line.strip())',
        "    wrong = False\n",
    ),
    prints(
        "the-sample-of-the-statement",
        "seven lines are read",
        "converted(line.strip())",
        lines="list(sys.stdin)[:7]",
    ),
]
