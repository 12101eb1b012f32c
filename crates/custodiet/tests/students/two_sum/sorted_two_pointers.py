# correct
def possible(numbers, target):
    values = sorted(numbers)
    lo, hi = 0, len(values) - 1
    while lo < hi:
        total = values[lo] + values[hi]
        if total == target:
            return True
        if total < target:
            lo += 1
        else:
            hi -= 1
    return False


def is_valid(numbers, target, answer):
    if answer is None:
        return not possible(numbers, target)
    first, second = sorted(answer)
    if first < 0 or second >= len(numbers) or first == second:
        return False
    return numbers[first] + numbers[second] == target
