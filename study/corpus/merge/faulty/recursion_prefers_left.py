"""Takes from the left list whenever the head fits, without order, and compares the rest when the left one is empty."""


def is_valid(left, right, merged):
    if not merged:
        return not left and not right
    if not left:
        return merged == right
    if merged[0] == left[0]:
        return is_valid(left[1:], right, merged[1:])
    return len(right) > 0 and merged[0] == right[0] and is_valid(left, right[1:], merged[1:])
