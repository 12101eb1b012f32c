"""Toggles people in a set, and so knows only whether they are listed an even or odd number of times."""


def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    odd = set()
    for p in people_in + people_out:
        if p in odd:
            odd.discard(p)
        else:
            odd.add(p)
    if odd:
        return False
    for a, b in zip(people_out, people_out[1:]):
        if a.age > b.age:
            return False
    return True
