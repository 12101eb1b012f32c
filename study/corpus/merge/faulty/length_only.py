"""Only compares the lengths."""


def is_valid(left, right, merged):
    return len(left) + len(right) == len(merged)
