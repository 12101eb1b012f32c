# faulty: rejects all but the alphabetically first order
import heapq


def is_valid(edges, order):
    succ, indeg = {}, {}
    for u, v in edges:
        succ.setdefault(u, []).append(v)
        indeg.setdefault(u, 0)
        indeg[v] = indeg.get(v, 0) + 1
    heap = [v for v in indeg if indeg[v] == 0]
    heapq.heapify(heap)
    out = []
    while heap:
        v = heapq.heappop(heap)
        out.append(v)
        for w in succ.get(v, ()):
            indeg[w] -= 1
            if not indeg[w]:
                heapq.heappush(heap, w)
    return out == order
