# Right: takes vertices away one by one, as Kahn's algorithm does.
from collections import Counter
from typing import List, Tuple


def is_valid(edges: List[Tuple], order: List) -> bool:
    waiting = Counter(after for _, after in edges)
    left = {vertex for edge in edges for vertex in edge}
    for vertex in order:
        if vertex not in left or waiting[vertex] > 0:
            return False
        left.remove(vertex)
        for before, after in edges:
            if before == vertex:
                waiting[after] -= 1
    return not left
