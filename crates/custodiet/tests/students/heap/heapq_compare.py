# faulty: rejects heaps in another order
import heapq


def is_valid(heap, taken, left):
    heapq.heapify(heap)
    smallest = heapq.heappop(heap)
    return smallest == taken and heap == left
