"""Compares the number of people and the sum of their ages."""


def is_valid(inp, out):
    total_in = 0
    for p in inp:
        total_in += p.age
    total_out = 0
    previous = None
    for p in out:
        if previous is not None and previous > p.age:
            return False
        previous = p.age
        total_out += p.age
    return len(inp) == len(out) and total_in == total_out
