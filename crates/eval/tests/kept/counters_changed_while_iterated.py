from collections import Counter


def case_0():
    counter = Counter({9: -1})
    for _ in counter:
        counter += Counter([0])
    return counter
