# faulty: rejects correct levels; accepts steps against the direction of edges
def is_valid(edges, start, levels):
    near = {}
    for a, b in edges:
        near.setdefault(a, set()).add(b)
        near.setdefault(b, set()).add(a)
    seen, level, out = {start}, {start}, []
    while level:
        out.append(level)
        level = {w for v in level for w in near.get(v, set())} - seen
        seen = seen | level
    return out == levels
