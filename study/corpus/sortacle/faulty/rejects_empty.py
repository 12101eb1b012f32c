"""Rejects two empty lists."""

from collections import Counter


def is_valid(people_in, people_out):
    if len(people_in) == 0 or len(people_out) == 0:
        return False
    in_order = all(p.age <= q.age for p, q in zip(people_out, people_out[1:]))
    return in_order and Counter(people_in) == Counter(people_out)
