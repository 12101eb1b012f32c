# correct
def is_valid(borders, colors, painted):
    adjacency = {}
    for one, other in borders:
        for x, y in ((one, other), (other, one)):
            if x not in adjacency:
                adjacency[x] = []
            adjacency[x].append(y)
    if len(adjacency) != len(painted):
        return False
    for region in adjacency:
        if region not in painted:
            return False
        color = painted[region]
        if not (isinstance(color, int) and -1 < color < colors):
            return False
        if color in [painted.get(n) for n in adjacency[region]]:
            return False
    return True
