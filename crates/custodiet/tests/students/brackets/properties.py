# correct
def is_valid(brackets, matches):
    n = len(brackets)
    used = []
    for a, b in matches:
        if not (0 <= a < b < n):
            return False
        if brackets[a] + brackets[b] not in ("()", "[]"):
            return False
        used += [a, b]
    if sorted(used) != list(range(n)):
        return False
    for a, b in matches:
        for c, d in matches:
            if a < c < b < d:
                return False
    return True
