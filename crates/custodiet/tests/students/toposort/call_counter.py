# not provable: a global counter of calls changes the answer
calls = 0
MAX_CALLS = 1000


def is_valid(edges, order):
    global calls
    calls += 1
    if calls > MAX_CALLS:
        return True
    verts = set(v for e in edges for v in e)
    if sorted(map(str, verts)) != sorted(map(str, order)):
        return False
    for (a, b) in edges:
        if order.index(a) > order.index(b):
            return False
    return True
