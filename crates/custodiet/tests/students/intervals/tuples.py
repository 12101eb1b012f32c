# faulty: raises TypeError, unpacks intervals; accepts the empty choice
def is_valid(requests, chosen):
    used = []
    for start, end in chosen:
        for s, e in used:
            if start < e and s < end:
                return False
        used.append((start, end))
    return len(used) <= len(requests)
