"""Comprehensions with all and any: lengths, counts of each number, order."""


def is_valid(left, right, merged):
    if len(merged) != len(left) + len(right):
        return False
    if any(number not in left and number not in right for number in merged):
        return False
    both = left + right
    if not all(merged.count(number) == both.count(number) for number in both):
        return False
    return not any(merged[i] > merged[i + 1] for i in range(len(merged) - 1))
