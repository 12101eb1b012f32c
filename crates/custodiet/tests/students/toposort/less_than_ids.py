# faulty: rejects orders that do not ascend; accepts ascending ones with extra vertices
def is_valid(edges, order):
    for i in range(len(order) - 1):
        if order[i] > order[i + 1]:
            return False
    for u, v in edges:
        if u not in order or v not in order:
            return False
    return True
