# correct
import heapq


def is_valid(people_in, people_out):
    heap = []
    for n, p in enumerate(people_in):
        heapq.heappush(heap, (p.age, n))
    waiting = {n: p for n, p in enumerate(people_in)}
    for p in people_out:
        if not heap:
            return False
        age, _ = heapq.heappop(heap)
        if p.age != age:
            return False
        for n in waiting:
            if waiting[n] == p:
                del waiting[n]
                break
        else:
            return False
    return len(waiting) == 0
