# correct
def reach(edges, start, steps):
    if steps == 0:
        return {start}
    before = reach(edges, start, steps - 1)
    return before | {b for a, b in edges if a in before}


def is_valid(edges, start, levels):
    if not levels or levels[0] != {start}:
        return False
    for k in range(1, len(levels) + 1):
        new = reach(edges, start, k) - reach(edges, start, k - 1)
        given = levels[k] if k < len(levels) else set()
        if new != given:
            return False
        if k < len(levels) and not given:
            return False
    return True
