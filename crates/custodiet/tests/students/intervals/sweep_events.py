# correct
def overlaps(chosen):
    events = []
    for interval in chosen:
        events.append((interval.start, 1))
        events.append((interval.end, -1))
    running = 0
    for _, change in sorted(events):
        running += change
        if running > 1:
            return True
    return False


def optimum(requests):
    best = {}

    def solve(start):
        if start not in best:
            later = [r for r in requests if r.start >= start]
            best[start] = max((1 + solve(r.end) for r in later), default=0)
        return best[start]

    return solve(0)


def is_valid(requests, chosen):
    return set(chosen) <= requests and not overlaps(chosen) and len(chosen) == optimum(requests)
