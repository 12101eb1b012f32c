"""Skips a stranger that stands alone, and rejects only two in a row."""


def is_valid(edges, order):
    vertices = {v for e in edges for v in e}
    previous_known = True
    listed = []
    for v in order:
        known = v in vertices
        if not known and not previous_known:
            return False
        if known:
            if v in listed:
                return False
            if any(b in listed for a, b in edges if a == v):
                return False
            listed.append(v)
        previous_known = known
    return len(listed) == len(vertices)
