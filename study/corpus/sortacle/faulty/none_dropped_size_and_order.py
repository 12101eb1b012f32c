"""Looks for the people of the input in the output only, and so accepts a stranger in the place of a repetition."""


def is_valid(inp, out):
    if len(inp) != len(out):
        return False
    for person in inp:
        if person not in out:
            return False
    i = 0
    while i + 1 < len(out):
        if out[i + 1].age < out[i].age:
            return False
        i += 1
    return True
