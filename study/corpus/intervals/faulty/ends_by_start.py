"""Keeps the chosen intervals in a dictionary by their start, so two that start together become one."""


def is_valid(requests, chosen):
    end_of = {}
    for c in chosen:
        if c not in requests:
            return False
        end_of[c.start] = min(c.end, end_of.get(c.start, c.end))
    starts = sorted(end_of)
    for k in range(len(starts) - 1):
        if end_of[starts[k]] > starts[k + 1]:
            return False
    most, free_from = 0, 0
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= free_from:
            most += 1
            free_from = r.end
    return len(chosen) == most
