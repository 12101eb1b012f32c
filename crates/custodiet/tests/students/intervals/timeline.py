# correct
def is_valid(requests, chosen):
    hours = {}
    for c in chosen:
        if c not in requests:
            return False
        for t in range(c.start, c.end):
            if t in hours:
                return False
            hours[t] = c
    most, now = 0, 0
    pending = list(requests)
    while pending:
        pending = [r for r in pending if r.start >= now]
        if not pending:
            break
        now = min(r.end for r in pending)
        most += 1
    return len(chosen) == most
