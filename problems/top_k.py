"""List the k most frequent words, the most frequent first.

Words that are equally frequent may come in any order, and which of them are left out does not matter. If there are
fewer than k different words, all are listed.
"""

from collections import Counter
from itertools import pairwise

from custodiet import Atom, Input, Output, error_subproperty, group, scope, subproperty


class Word(Atom):
    """A word of the text."""


def is_valid(words: Input[list[Word]], k: Input[int], top: Output[list[Word]]) -> bool:
    """The output contains distinct words, as frequent as the first ones when sorted by frequency."""
    frequency = Counter(words)
    return len(set(top)) == len(top) and [frequency[word] for word in top] == [
        times for _, times in frequency.most_common(k)
    ]


scope(Word=4, words=5, k=range(5), top=5)
scope.large(Word=8, words=20, k=range(8), top=9)

group("RIGHT-WORDS", ["no_new", "no_repeats", "right_length", "most_frequent"])


@subproperty(hint="What if a word is listed that does not occur at all?")
def no_new(words, top):
    """Every listed word occurs in the text."""
    return all(map(lambda word: word in words, top))


@subproperty(hint="What if a word is listed twice?")
def no_repeats(top):
    """No word is listed twice."""
    return not [word for word, times in Counter(top).items() if times > 1]


@subproperty(hint="How many words should there be if the text has fewer than k?")
def right_length(words, k, top):
    """The output lists k words, or all of them if there are fewer."""
    return len(top) == min(k, len(set(words)))


@subproperty(hint="Is a word left out that is more frequent than one that is listed?")
def most_frequent(words, top):
    """No word that is left out is more frequent than a listed word of the text."""
    frequency = Counter(words)
    left_out = max((times for word, times in frequency.items() if word not in top), default=0)
    listed = [frequency[word] for word in top if word in frequency]
    return all(times >= left_out for times in listed)


@subproperty(hint="Does a rarer word come before a more frequent one?")
def in_order(words, top):
    """Words do not become more frequent along the list."""
    return all(words.count(word) >= words.count(following) for word, following in pairwise(top))


@error_subproperty(instead_of=["right_length"], hint="What if there are not that many different words?")
def exactly_k(k, top):
    """Expects k words even if the text has fewer."""
    return len(top) == k


@error_subproperty(stricter_than=["in_order"], hint="May two words be equally frequent?")
def no_ties(words, top):
    """Expects each word to be rarer than the one before."""
    frequencies = [words.count(word) for word in top]
    return all(a > b for a, b in zip(frequencies, frequencies[1:]))
