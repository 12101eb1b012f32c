# correct
import heapq


def is_valid(left, right, merged):
    return list(heapq.merge(left, right)) == merged
