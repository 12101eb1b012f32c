# faulty: rejects components whose cities have no road of their own
from itertools import combinations


def is_valid(roads, components):
    linked = set(roads) | {(b, a) for a, b in roads}
    cities = {c for r in roads for c in r}
    if set().union(*components) != cities or frozenset() in components:
        return False
    for comp in components:
        for a, b in combinations(comp, 2):
            if (a, b) not in linked:
                return False
    for a, b in roads:
        for comp in components:
            if (a in comp) != (b in comp):
                return False
    return True
