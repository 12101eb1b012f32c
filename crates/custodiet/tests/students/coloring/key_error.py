# faulty: raises KeyError where a region is not painted; accepts regions that are not on the map
def is_valid(borders, colors, painted):
    for a, b in borders:
        if painted[a] == painted[b]:
            return False
    for c in painted.values():
        if c >= colors:
            return False
    return True
