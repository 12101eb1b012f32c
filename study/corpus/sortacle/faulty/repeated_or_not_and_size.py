"""Asks only whether someone is repeated and how long the lists are: misses three and two for two and three."""


def is_valid(inp, out):
    if len(inp) != len(out):
        return False
    for p in inp + out:
        in_both = p in inp and p in out
        twice_in_both = (inp.count(p) >= 2) == (out.count(p) >= 2)
        if not (in_both and twice_in_both):
            return False
    for i in range(len(out) - 1):
        if out[i].age > out[i + 1].age:
            return False
    return True
