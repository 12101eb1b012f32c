"""Index loops that return as soon as something is wrong."""


def is_valid(edges, order):
    # every vertex only once, and it has to be in some edge
    for i in range(len(order)):
        for j in range(i):
            if order[i] == order[j]:
                return False
        found = False
        for edge in edges:
            if edge[0] == order[i] or edge[1] == order[i]:
                found = True
                break
        if not found:
            return False
    # both ends of every edge are there, in the right order
    for edge in edges:
        start = -1
        end = -1
        for i in range(len(order)):
            if order[i] == edge[0]:
                start = i
            if order[i] == edge[1]:
                end = i
        if start == -1 or end == -1:
            return False
        if start >= end:
            return False
    return True
