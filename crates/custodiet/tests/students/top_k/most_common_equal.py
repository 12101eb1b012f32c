# faulty: rejects other words that are equally frequent
from collections import Counter


def is_valid(words, k, top):
    return [w for w, _ in Counter(words).most_common(k)] == top
