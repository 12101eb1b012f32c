# faulty: rejects other orders of ties
from heapq import heappush, heappop
from itertools import count


def is_valid(people_in, people_out):
    h, c = [], count()
    for p in people_in:
        heappush(h, (p.age, next(c), p))
    result = [heappop(h)[-1] for _ in range(len(h))]
    return result == people_out
