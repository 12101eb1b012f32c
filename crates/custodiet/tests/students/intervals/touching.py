# faulty: rejects intervals that touch
def is_valid(requests, chosen):
    s = sorted(chosen, key=lambda i: i.start)
    for i in range(len(s) - 1):
        if s[i].end >= s[i + 1].start:
            return False
    if not set(chosen) <= requests:
        return False
    count, end = 0, -10
    for r in sorted(requests, key=lambda r: r.end):
        if r.start >= end:
            count += 1
            end = r.end
    return count == len(chosen)
