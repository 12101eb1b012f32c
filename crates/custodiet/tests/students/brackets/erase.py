# correct
def is_valid(brackets, matches):
    left = list(enumerate(brackets))
    result = set()
    while left:
        for k in range(len(left) - 1):
            (i, a), (j, b) = left[k], left[k + 1]
            if (a, b) in [("(", ")"), ("[", "]")]:
                result.add((i, j))
                del left[k : k + 2]
                break
    return result == matches
