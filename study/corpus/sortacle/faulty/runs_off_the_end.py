"""Compares the last person with the one behind them, and so raises IndexError on every ordered output."""

from collections import Counter


def is_valid(people_in, people_out):
    if Counter(people_in) != Counter(people_out):
        return False
    for i in range(len(people_out)):
        if people_out[i].age > people_out[i + 1].age:
            return False
    return True
