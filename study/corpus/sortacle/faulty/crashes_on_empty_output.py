"""Raises IndexError if the output is empty."""


def is_valid(inp, out):
    current = out[0].age
    for p in out:
        if p.age < current:
            return False
        current = p.age
    for p in inp + out:
        if inp.count(p) != out.count(p):
            return False
    return True
