# correct
import heapq
from itertools import count


def prim(roads):
    order = count()
    start = roads[0].one
    inside, total = {start}, 0
    heap = []

    def push(city):
        for r in roads:
            if r.one == city:
                heapq.heappush(heap, (r.cost, next(order), r.other))
            if r.other == city:
                heapq.heappush(heap, (r.cost, next(order), r.one))

    push(start)
    while heap:
        cost, _, city = heapq.heappop(heap)
        if city not in inside:
            inside.add(city)
            total += cost
            push(city)
    return total


def is_valid(roads, chosen):
    groups = [{c} for c in {r.one for r in roads} | {r.other for r in roads}]
    for r in chosen:
        if r not in roads:
            return False
        a = next(g for g in groups if r.one in g)
        b = next(g for g in groups if r.other in g)
        if a is b:
            return False
        groups.remove(b)
        a |= b
    return len(groups) == 1 and sum(r.cost for r in chosen) == prim(roads)
