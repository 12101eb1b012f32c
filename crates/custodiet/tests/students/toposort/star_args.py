# correct
def is_valid(*args):
    edges, order = args
    firsts, seconds = zip(*edges) if edges else ((), ())
    vertices = {*firsts, *seconds}
    index = {}
    for i, v in enumerate(order):
        if v in index:
            return False
        index[v] = i
    if index.keys() != vertices:
        return False
    return all(i < j for i, j in zip(map(index.get, firsts), map(index.get, seconds)))
