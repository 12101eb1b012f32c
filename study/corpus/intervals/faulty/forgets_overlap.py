"""Accepts chosen intervals that overlap, as long as there are enough of them."""


def is_valid(requests, chosen):
    if not all(c in requests for c in chosen):
        return False
    last_end = -1
    possible = 0
    for r in sorted(requests, key=lambda r: (r.end, r.start)):
        if r.start >= last_end:
            possible += 1
            last_end = r.end
    return len(chosen) >= possible
