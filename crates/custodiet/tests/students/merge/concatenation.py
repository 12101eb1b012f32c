# faulty: rejects interleaved merges; accepts appended lists
def is_valid(left, right, merged):
    return left + right == merged
