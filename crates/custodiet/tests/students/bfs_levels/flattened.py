# faulty: accepts vertices on the wrong level
from itertools import chain


def is_valid(edges, start, levels):
    reachable = {start}
    grew = True
    while grew:
        grew = False
        for a, b in edges:
            if a in reachable and b not in reachable:
                reachable.add(b)
                grew = True
    flat = list(chain(*levels))
    return set(flat) == reachable and len(flat) == len(reachable) and all(levels) and levels[0] == {start}
