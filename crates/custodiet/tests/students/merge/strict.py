# faulty: rejects equal numbers
def is_valid(left, right, merged):
    if sorted(left + right) != sorted(merged):
        return False
    for i in range(1, len(merged)):
        if merged[i] <= merged[i - 1]:
            return False
    return True
