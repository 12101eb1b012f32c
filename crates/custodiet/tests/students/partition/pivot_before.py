# faulty: accepts the pivot in the first part
def is_valid(numbers, pivot, split):
    if sorted(numbers) != sorted(split.before + split.after):
        return False
    return all(x <= pivot for x in split.before) and all(x >= pivot for x in split.after)
