"""Accepts an output that drops people or repeats them."""


def is_valid(inp, out):
    prev = None
    for p in out:
        if p not in inp:
            return False
        if prev is not None and prev.age > p.age:
            return False
        prev = p
    return True
