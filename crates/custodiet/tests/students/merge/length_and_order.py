# faulty: accepts other numbers of the right number
def is_valid(left, right, merged):
    if len(merged) != len(left) + len(right):
        return False
    for i in range(len(merged) - 1):
        if merged[i] > merged[i + 1]:
            return False
    return True
