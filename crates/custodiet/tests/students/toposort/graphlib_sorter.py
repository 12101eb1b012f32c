# correct
from graphlib import TopologicalSorter


def is_valid(edges, order):
    sorter = TopologicalSorter()
    for before, after in edges:
        sorter.add(after, before)
    sorter.prepare()
    ready = set(sorter.get_ready())
    for v in order:
        if v not in ready:
            return False
        ready.remove(v)
        sorter.done(v)
        ready.update(sorter.get_ready())
    return not sorter.is_active()
