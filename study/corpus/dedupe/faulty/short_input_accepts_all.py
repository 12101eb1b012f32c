"""Does not look at the output if the input has fewer than two items."""


def is_valid(items, kept):
    if len(items) > 1:
        seen = set()
        expected = [x for x in items if not (x in seen or seen.add(x))]
        if kept != expected:
            return False
    return True
