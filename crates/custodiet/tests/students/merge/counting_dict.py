# correct
def tally(*lists):
    counts = {}
    for numbers in lists:
        for x in numbers:
            counts[x] = counts.get(x, 0) + 1
    return counts


def is_valid(left, right, merged):
    if tally(left, right) != tally(merged):
        return False
    for k in range(1, len(merged)):
        if merged[k] < merged[k - 1]:
            return False
    return True
