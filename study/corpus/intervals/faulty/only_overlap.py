"""Checks only that the chosen intervals do not overlap."""


def is_valid(requests, chosen):
    return not any(
        max(chosen[i].start, chosen[j].start) < min(chosen[i].end, chosen[j].end)
        for i in range(len(chosen))
        for j in range(i)
    )
