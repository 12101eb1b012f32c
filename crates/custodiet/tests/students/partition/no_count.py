# faulty: accepts repeated numbers
def is_valid(numbers, pivot, split):
    for n in numbers:
        if n < pivot and n not in split.before:
            return False
        if n >= pivot and n not in split.after:
            return False
    for n in split.before:
        if n not in numbers or n >= pivot:
            return False
    for n in split.after:
        if n not in numbers or n < pivot:
            return False
    return True
