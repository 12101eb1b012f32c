# correct
from collections import Counter


def is_valid(heap: list[int], taken: int, left: list[int]) -> bool:
    smallest = all(taken <= key for key in heap)
    same = Counter(heap) == Counter(left) + Counter([taken])
    parents = [left[(i - 1) // 2] for i in range(1, len(left))]
    return smallest and same and all(p <= c for p, c in zip(parents, left[1:]))
