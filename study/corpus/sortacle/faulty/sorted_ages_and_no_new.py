"""Compares the list of ages and looks for new people: misses one repeated in the place of another of the same age."""


def is_valid(inp, out):
    return [p.age for p in out] == sorted(p.age for p in inp) and set(out).issubset(inp)
