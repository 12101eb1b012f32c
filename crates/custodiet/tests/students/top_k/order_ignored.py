# faulty: accepts words in the wrong order
from collections import Counter


def is_valid(words, k, top):
    c = Counter(words)
    if len(set(top)) != len(top) or len(top) != min(k, len(c)):
        return False
    return sorted(c[w] for w in top) == sorted(sorted(c.values())[::-1][:k])
