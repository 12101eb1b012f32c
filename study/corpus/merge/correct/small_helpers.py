"""A small function for each property, joined by and; removes both inputs from a copy of the output."""


def is_sorted(numbers):
    for i in range(1, len(numbers)):
        if numbers[i - 1] > numbers[i]:
            return False
    return True


def take_away(numbers, others):
    """The numbers that stay when each of the others is removed once, and whether all of these were there."""
    rest = list(numbers)
    for other in others:
        if other in rest:
            rest.remove(other)
        else:
            return rest, False
    return rest, True


def holds_everything(left, right, merged):
    rest, found_left = take_away(merged, left)
    _, found_right = take_away(rest, right)
    return found_left and found_right


def holds_nothing_else(left, right, merged):
    _, all_known = take_away(left + right, merged)
    return all_known


def is_valid(left, right, merged):
    return is_sorted(merged) and holds_everything(left, right, merged) and holds_nothing_else(left, right, merged)
