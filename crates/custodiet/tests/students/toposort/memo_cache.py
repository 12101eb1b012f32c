# correct
from functools import lru_cache


def is_valid(edges, order):
    verts = frozenset(x for e in edges for x in e)

    @lru_cache(maxsize=None)
    def ancestors(v):
        result = set()
        for a, b in edges:
            if b == v:
                result.add(a)
                result |= ancestors(a)
        return frozenset(result)

    seen = set()
    for v in order:
        if v not in verts or v in seen or not ancestors(v) <= seen:
            return False
        seen.add(v)
    return seen == verts
