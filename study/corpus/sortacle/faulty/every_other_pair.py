"""Goes on in steps of two, and so compares only every other pair of neighbours."""


def is_valid(inp, out):
    i = 0
    while i < len(out) - 1:
        if out[i].age > out[i + 1].age:
            return False
        i += 2
    left = list(inp)
    for person in out:
        if person not in left:
            return False
        left.remove(person)
    return not left
