"""Accepts intervals that nobody requested."""


def most(requests):
    count, free_from = 0, None
    for r in sorted(requests, key=lambda r: r.end):
        if free_from is None or r.start >= free_from:
            count += 1
            free_from = r.end
    return count


def is_valid(requests, chosen):
    for i in range(len(chosen)):
        for j in range(i + 1, len(chosen)):
            if chosen[i].end > chosen[j].start and chosen[j].end > chosen[i].start:
                return False
    return len(chosen) == most(requests)
