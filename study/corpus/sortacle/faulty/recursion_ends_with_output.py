"""Stops the recursion when the output is used up, and so accepts that people are left out who are not the youngest."""


def is_valid(inp, out):
    if not out:
        return True
    first = out[0]
    if first not in inp:
        return False
    if any(p.age < first.age for p in inp):
        return False
    i = inp.index(first)
    return is_valid(inp[:i] + inp[i + 1:], out[1:])
