# correct
def is_valid(left, right, merged):
    return merged == sorted(left + right)
