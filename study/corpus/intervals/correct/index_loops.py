"""Compares every two positions, then picks the request that ends first again and again."""


def is_valid(requests, chosen):
    for i in range(len(chosen)):
        if chosen[i] not in requests:
            return False
        for j in range(i):
            if chosen[i].start >= chosen[j].end:
                continue
            if chosen[j].start >= chosen[i].end:
                continue
            return False
    left = list(requests)
    possible = 0
    while len(left) > 0:
        first = left[0]
        for k in range(1, len(left)):
            if left[k].end < first.end:
                first = left[k]
        possible += 1
        fitting = []
        for k in range(len(left)):
            if left[k].start >= first.end:
                fitting.append(left[k])
        left = fitting
    if len(chosen) < possible:
        return False
    return True
