# faulty: raises ValueError on an empty part
def is_valid(numbers, pivot, split):
    if max(split.before) >= pivot:
        return False
    if min(split.after) < pivot:
        return False
    return sorted(numbers) == sorted(split.before + split.after)
