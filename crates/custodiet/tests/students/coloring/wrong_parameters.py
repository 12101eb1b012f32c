# broken: the predicate takes two arguments
def is_valid(borders, painted):
    return all(painted[a] != painted[b] for a, b in borders)
