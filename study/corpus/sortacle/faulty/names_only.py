"""Compares the names only, and so accepts changed ages."""


def is_valid(inp, out):
    names = [p.name for p in inp]
    for p in out:
        if p.name not in names:
            return False
        names.remove(p.name)
    if names:
        return False
    for a, b in zip(out, out[1:]):
        if a.age > b.age:
            return False
    return True
