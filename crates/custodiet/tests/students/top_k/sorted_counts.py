# correct
from collections import Counter


def is_valid(words, k, top):
    c = Counter(words)
    if len(top) != len(set(top)):
        return False
    best = sorted(c.values(), reverse=True)[:k]
    return [c[w] for w in top] == best
