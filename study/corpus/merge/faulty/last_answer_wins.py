"""Overwrites its answer, also the one about lost numbers, so only the last comparison counts."""


def is_valid(left, right, merged):
    rest = left + right
    for x in merged:
        if x in rest:
            rest.remove(x)
        else:
            return False
    ok = not rest
    for i in range(len(merged) - 1):
        ok = merged[i] <= merged[i + 1]
    return ok
