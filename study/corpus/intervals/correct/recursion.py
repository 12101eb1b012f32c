"""Takes the lists apart from the front, with recursive helpers for each question."""


def overlap(one, other):
    return max(one.start, other.start) < min(one.end, other.end)


def free_of(interval, others):
    if not others:
        return True
    return not overlap(interval, others[0]) and free_of(interval, others[1:])


def possible(requests, chosen):
    if not chosen:
        return True
    if chosen[0] not in requests:
        return False
    if not free_of(chosen[0], chosen[1:]):
        return False
    return possible(requests, chosen[1:])


def most(by_end, free_from):
    """How many of the requests, sorted by their ends, fit from this hour on; None stands for any hour."""
    if not by_end:
        return 0
    first, rest = by_end[0], by_end[1:]
    if free_from is not None and first.start < free_from:
        return most(rest, free_from)
    return 1 + most(rest, first.end)


def is_valid(requests, chosen):
    by_end = sorted(requests, key=lambda request: request.end)
    return possible(requests, chosen) and most(by_end, None) <= len(chosen)
