# correct
from itertools import pairwise
from typing import Hashable, Sequence


def is_valid(words: Sequence[Hashable], k: int, top: Sequence[Hashable]) -> bool:
    distinct = set(words)
    expected_size = k if k < len(distinct) else len(distinct)
    if expected_size != len(top) or len(set(top)) != len(top) or not set(top) <= distinct:
        return False
    if any(words.count(a) < words.count(b) for a, b in pairwise(top)):
        return False
    cutoff = min(map(words.count, top), default=None)
    return cutoff is None or all(words.count(w) <= cutoff for w in distinct - set(top))
