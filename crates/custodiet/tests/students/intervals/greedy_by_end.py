# correct
def best_count(requests):
    count = 0
    last_end = None
    for r in sorted(requests, key=lambda r: r.end):
        if last_end is None or r.start >= last_end:
            count += 1
            last_end = r.end
    return count


def is_valid(requests, chosen):
    for c in chosen:
        if c not in requests:
            return False
    for i in range(len(chosen)):
        for j in range(i + 1, len(chosen)):
            if chosen[i].start < chosen[j].end and chosen[j].start < chosen[i].end:
                return False
    return len(chosen) == best_count(requests)
