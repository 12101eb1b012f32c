"""Counts the input up and the output down in a dict, and looks for what is left over."""


def is_valid(before, after):
    counts = {}
    for p in before:
        key = (p.name, p.age)
        if key in counts:
            counts[key] += 1
        else:
            counts[key] = 1

    highest = None
    for p in after:
        if highest is not None and p.age < highest:
            return False
        highest = p.age
        key = (p.name, p.age)
        if key not in counts:
            return False
        counts[key] -= 1
        if counts[key] < 0:
            return False

    for key in counts:
        if counts[key] > 0:
            return False
    return True
