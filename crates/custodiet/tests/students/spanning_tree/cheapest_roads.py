# faulty: rejects trees where the cheapest roads form a cycle; accepts the cheapest roads
def is_valid(roads, chosen):
    n = len({c for r in roads for c in (r.one, r.other)})
    costs = sorted(r.cost for r in roads)[: n - 1]
    return set(chosen) <= set(roads) and len(chosen) == n - 1 and sorted(r.cost for r in chosen) == costs
