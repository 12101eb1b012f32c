"""Computes one largest choice and rejects it in any other order."""


def is_valid(requests, chosen):
    expected = []
    free_from = None
    for r in sorted(requests, key=lambda r: (r.end, -r.start)):
        if free_from is None or r.start >= free_from:
            expected.append(r)
            free_from = r.end
    return list(chosen) == expected
