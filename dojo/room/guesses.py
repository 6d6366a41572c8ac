"""Who guesses join words: with each wrong word the next ones have to wait longer."""

import time
from collections import defaultdict
from dataclasses import dataclass, field

# wrong words that are looked at one after the other, and then how often another one is
MAX_GUESSES = 20
SECONDS_FOR_A_GUESS = 3.0
# of whoever guesses: beyond it all of them begin again
MAX_GUESSERS = 2_000


@dataclass
class Guesser:
    """An address, or a pair of an earlier room, that has said a wrong word."""

    # how many guesses were left then
    left: float = MAX_GUESSES
    at: float = 0
    # a word that is said again is no other guess: an old `make watch` says its word all evening
    words: set[str] = field(default_factory=set)


@dataclass
class Guesses:
    """The wrong words, by who has said them."""

    guessers: dict[str, Guesser] = field(default_factory=lambda: defaultdict(Guesser))

    def has_to_wait(self, who: str) -> bool:
        """True if somebody has guessed so much that no word is looked at now, not even the right one."""
        return who in self.guessers and self.guesses_left(who) < 1

    def note(self, who: str, word: str) -> None:
        """Count a wrong word, unless it was said before."""
        if len(self.guessers) > MAX_GUESSERS:
            self.guessers.clear()
        guesser = self.guessers[who]
        if word in guesser.words:
            return
        guesser.left = self.guesses_left(who) - 1
        guesser.at = time.monotonic()
        guesser.words.add(word)

    def guesses_left(self, who: str) -> float:
        """Return how many words may be guessed now."""
        guesser = self.guessers[who]
        return min(MAX_GUESSES, guesser.left + (time.monotonic() - guesser.at) / SECONDS_FOR_A_GUESS)
