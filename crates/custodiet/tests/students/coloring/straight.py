# correct
def is_valid(borders, colors, painted):
    regions = set()
    for a, b in borders:
        regions.add(a)
        regions.add(b)
    for r in regions:
        if r not in painted:
            return False
    for r in painted:
        if r not in regions:
            return False
        if painted[r] < 0 or painted[r] >= colors:
            return False
    for a, b in borders:
        if painted[a] == painted[b]:
            return False
    return True
