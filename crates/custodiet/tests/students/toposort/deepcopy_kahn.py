# correct
import copy


def is_valid(edges, order):
    adjacency = {}
    for u, v in edges:
        adjacency.setdefault(u, [])
        adjacency.setdefault(v, [])
        adjacency[v].append(u)      # v waits for u
    waiting = copy.deepcopy(adjacency)
    for vertex in order:
        if vertex not in waiting:
            return False
        if waiting[vertex] != []:
            return False
        del waiting[vertex]
        for other in waiting:
            while vertex in waiting[other]:
                waiting[other].remove(vertex)
    return waiting == {}
