"""Strikes the chosen off a copy of the requests, lays them out in order and compares with a choice of its own."""


def is_valid(wanted, chosen):
    left = set(wanted)
    for interval in chosen:
        if interval not in left:
            return False
        left.discard(interval)

    in_order = sorted(chosen, key=lambda interval: (interval.start, interval.end))
    for before, after in zip(in_order, in_order[1:]):
        if before.end > after.start:
            return False

    expected = []
    for request in sorted(wanted, key=lambda request: (request.end, request.start)):
        if expected == [] or expected[-1].end <= request.start:
            expected.append(request)
    return len(expected) == len(in_order)
