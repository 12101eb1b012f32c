"""Tries to replace one chosen interval by two, and takes the choice for a largest one if that fails."""


def clash(a, b):
    return a.start < b.end and b.start < a.end


def fits(interval, others):
    return not any(clash(interval, other) for other in others)


def is_valid(requests, chosen):
    for i, c in enumerate(chosen):
        if c not in requests or not fits(c, chosen[:i]):
            return False
    if any(fits(r, chosen) for r in requests):
        return False
    for i in range(len(chosen)):
        others = chosen[:i] + chosen[i + 1:]
        new = [r for r in requests if fits(r, others)]
        for a in new:
            for b in new:
                if a != b and not clash(a, b):
                    return False
    return True
