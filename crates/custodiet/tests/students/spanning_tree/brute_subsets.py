# correct
from itertools import combinations


def connected(cities, roads):
    reached = {min(cities)}
    while True:
        more = {x for r in roads if r.one in reached or r.other in reached for x in r[:2]}
        if more <= reached:
            return reached == cities
        reached |= more


def is_valid(roads, chosen):
    cities = {c for r in roads for c in r[:2]}
    n = len(cities) - 1
    if len(chosen) != n or not set(chosen) <= set(roads) or not connected(cities, chosen):
        return False
    if len(roads) <= 6:
        best = min(sum(r.cost for r in some) for some in combinations(roads, n) if connected(cities, some))
        return sum(r.cost for r in chosen) == best
    # no exchange of one road for another may be cheaper
    for out in chosen:
        rest = [r for r in chosen if r != out]
        for new in roads:
            if new.cost < out.cost and connected(cities, [*rest, new]):
                return False
    return True
