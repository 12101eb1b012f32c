# Calls itself forever, through C, without Python's own limit.
# expect: crashed signal 11 | out_of_memory | timed_out computing | raised RecursionError | raised MemoryError
import sys

sys.setrecursionlimit(10**9)


class Deep:
    def __lt__(self, other):
        return sorted([Deep(), Deep()]) == []


def is_valid(edges, order):
    return sorted([Deep(), Deep()]) == []
