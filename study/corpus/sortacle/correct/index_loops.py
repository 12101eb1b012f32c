"""Index loops with early returns; each person of the output ticks off one place of the input."""


def is_valid(inp, out):
    if len(inp) != len(out):
        return False

    # the ages must not go down
    for i in range(1, len(out)):
        if out[i].age < out[i - 1].age:
            return False

    # find an unused place of the input for everyone in the output
    used = [False] * len(inp)
    for i in range(len(out)):
        found = False
        for j in range(len(inp)):
            if not used[j] and inp[j].name == out[i].name and inp[j].age == out[i].age:
                used[j] = True
                found = True
                break
        if not found:
            return False
    return True
