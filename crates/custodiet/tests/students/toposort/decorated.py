# faulty: raises KeyError on vertices in no edge; accepts missing vertices
import functools


def logged(func):
    @functools.wraps(func)
    def wrapper(*args):
        result = func(*args)
        # print(func.__name__, args, result)
        return result
    return wrapper


@logged
def parents(edges):
    table = {}
    for u, v in edges:
        table.setdefault(u, [])
        table.setdefault(v, [])
        table[v].append(u)
    return table


@logged
def is_valid(edges, order):
    table = parents(edges)
    seen = set()
    for v in order:
        for p in table[v]:
            if p not in seen:
                return False
        if v in seen:
            return False
        seen.add(v)
    return True
