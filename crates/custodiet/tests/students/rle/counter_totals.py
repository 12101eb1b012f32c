# faulty: accepts letters in another order
from collections import Counter


def is_valid(letters, runs):
    totals = Counter()
    for run in runs:
        if run.length < 1:
            return False
        totals[run.letter] += run.length
    for a, b in zip(runs, runs[1:]):
        if a.letter == b.letter:
            return False
    return totals == Counter(letters)
