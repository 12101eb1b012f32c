# correct
import functools


def is_valid(roads, components):
    cities = sorted({c for r in roads for c in r})
    near = {c: {c} | {b for a, b in roads if a == c} | {a for a, b in roads if b == c} for c in cities}
    for _ in cities:
        near = {c: functools.reduce(set.union, (near[x] for x in near[c])) for c in cities}
    return {frozenset(s) for s in near.values()} == components
