"""Takes the first of the output without asking whether there is one, and so raises IndexError if it is too short."""


def is_valid(left, right, merged):
    if not left:
        return merged == right
    if not right:
        return merged == left
    head = merged[0]
    if left[0] <= right[0]:
        return head == left[0] and is_valid(left[1:], right, merged[1:])
    return head == right[0] and is_valid(left, right[1:], merged[1:])
