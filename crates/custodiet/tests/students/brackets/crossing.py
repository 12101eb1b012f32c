# faulty: accepts matches that cross
def is_valid(brackets, matches):
    positions = set()
    for a, b in matches:
        if a >= len(brackets) or b >= len(brackets) or a >= b:
            return False
        if brackets[a] == "(" and brackets[b] != ")":
            return False
        if brackets[a] == "[" and brackets[b] != "]":
            return False
        if brackets[a] in ")]":
            return False
        positions.add(a)
        positions.add(b)
    return len(positions) == len(brackets) and 2 * len(matches) == len(brackets)
