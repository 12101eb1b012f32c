# correct
def checker(edges):
    left = {v for e in edges for v in e}
    ok = True
    while True:
        v = yield ok and not left
        if v not in left or any(a in left for a, b in edges if b == v):
            ok = False
        left.discard(v)


def is_valid(edges, order):
    gen = checker(edges)
    result = next(gen)
    for v in order:
        result = gen.send(v)
    return result
