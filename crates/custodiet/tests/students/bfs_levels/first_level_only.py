# faulty: accepts levels with vertices left out; raises IndexError where there is no level
def is_valid(edges, start, levels):
    if levels[0] != {start}:
        return False
    for i in range(len(levels) - 1):
        for v in levels[i + 1]:
            ok = False
            for a, b in edges:
                if a in levels[i] and b == v:
                    ok = True
            if not ok:
                return False
    seen = set()
    for level in levels:
        if len(level) == 0 or seen & level:
            return False
        seen |= level
    return True
