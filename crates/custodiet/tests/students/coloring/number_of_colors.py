# faulty: accepts few colors that were not given
def is_valid(borders, colors, painted):
    regions = set(sum(borders, ()))
    if set(painted) != regions:
        return False
    if len(set(painted.values())) > colors:
        return False
    return all(painted[x] != painted[y] for x, y in borders)
