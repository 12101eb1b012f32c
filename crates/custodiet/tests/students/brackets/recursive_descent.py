# correct
def parse(brackets, i, found):
    """Parses one bracket expression that starts at i; returns the position after it."""
    j = i + 1
    while brackets[j] in "([":
        j = parse(brackets, j, found)
    found.append((i, j))
    return j + 1


def is_valid(brackets, matches):
    found, i = [], 0
    while i < len(brackets):
        i = parse(brackets, i, found)
    return sorted(found) == sorted(matches)
