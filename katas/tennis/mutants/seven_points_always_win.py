"""Seven points win a tie-break, whatever the lead.

The number was taken from the book, and its second half was not.

step: 12
theme: new rules
shown by: TieBreak: AAAAAABBBBBBA
riddle: It stops reading in the middle of a sentence.
hint: Let it be close.
"""

from finished import right_TieBreak, the_rest


class TieBreak(right_TieBreak):
    """A tie-break without a lead."""

    lead_to_win = 1


the_rest(globals())
