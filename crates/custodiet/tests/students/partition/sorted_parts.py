# correct
def is_valid(numbers, pivot, split):
    if sorted(split.before + split.after) != sorted(numbers):
        return False
    for x in split.before:
        if not x < pivot:
            return False
    for x in split.after:
        if x < pivot:
            return False
    return True
