# correct
import heapq
from collections import defaultdict


def is_valid(words, k, top):
    frequency = defaultdict(int)
    for w in words:
        frequency[w] += 1
    heap = [-n for n in frequency.values()]
    heapq.heapify(heap)
    used = set()
    for w in top:
        if not heap or w in used or w not in frequency:
            return False
        if frequency[w] != -heapq.heappop(heap):
            return False
        used.add(w)
    return len(top) == k or (len(top) < k and not heap)
