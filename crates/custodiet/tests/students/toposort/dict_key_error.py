# faulty: raises KeyError on missing vertices; accepts duplicates and extra vertices
def is_valid(edges, order):
    pos = {}
    i = 0
    for v in order:
        pos[v] = i
        i += 1
    for edge in edges:
        if pos[edge[0]] > pos[edge[1]]:
            return False
    return True
