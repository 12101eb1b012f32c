# faulty: accepts a missing vertex whose name is part of another; rejects orders where names overlap
def is_valid(edges, order):
    text = "," .join(str(v) for v in order)
    for u, v in edges:
        if str(u) not in text or str(v) not in text:
            return False
        if text.find(str(u)) > text.find(str(v)):
            return False
    n = len(set([str(x) for e in edges for x in e]))
    return len(order) == n
