# faulty: accepts other numbers
def is_valid(left, right, merged):
    return all(a <= b for a, b in zip(merged, merged[1:]))
