# faulty: accepts a number of the input repeated
def is_valid(left, right, merged):
    pool = left + right
    for x in merged:
        if x not in pool:
            return False
    for x in pool:
        if x not in merged:
            return False
    return len([1 for a, b in zip(merged, merged[1:]) if a > b]) == 0
