# faulty: accepts lists that are not heaps
import heapq


def is_valid(heap, taken, left):
    out = []
    h = list(heap)
    while h:
        out.append(heapq.heappop(h))
    return out[0] == taken and out[1:] == sorted(left)
