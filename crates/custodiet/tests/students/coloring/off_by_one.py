# faulty: accepts one color too many
def is_valid(borders, colors, painted):
    regions = {r for b in borders for r in b}
    if regions != set(painted.keys()):
        return False
    for r, c in painted.items():
        if not 0 <= c <= colors:
            return False
    for a, b in borders:
        if painted[a] == painted[b]:
            return False
    return True
