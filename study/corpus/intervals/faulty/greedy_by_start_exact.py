"""Takes the requests by their start and asks for exactly as many as it could take."""


def plan(requests):
    taken = []
    for r in sorted(requests, key=lambda r: (r.start, r.end)):
        if not taken or taken[-1].end <= r.start:
            taken.append(r)
    return taken


def is_valid(requests, chosen):
    if len(chosen) != len(plan(requests)):
        return False
    for i, one in enumerate(chosen):
        if one not in requests:
            return False
        for other in chosen[i + 1:]:
            if one.end > other.start and other.end > one.start:
                return False
    return True
