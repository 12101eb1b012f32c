# faulty: accepts other numbers
def is_valid(numbers, pivot, split):
    n_before = len([x for x in numbers if x < pivot])
    n_after = len(numbers) - n_before
    if len(split.before) != n_before or len(split.after) != n_after:
        return False
    for x in split.before:
        if x >= pivot:
            return False
    for x in split.after:
        if x < pivot:
            return False
    return True
