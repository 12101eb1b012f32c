"""Takes an output equal to the input for right, even if the input is not sorted."""


def is_valid(people_in, people_out):
    if people_in == people_out:
        return True
    rest = list(people_out)
    for p in people_in:
        if p not in rest:
            return False
        rest.remove(p)
    return rest == [] and all(a.age <= b.age for a, b in zip(people_out, people_out[1:]))
