# correct
def is_valid(edges, order):
    number = {}
    for edge in edges:
        for v in edge:
            if v not in number:
                number[v] = len(number)
    need = [0] * len(number)
    for u, v in edges:
        need[number[v]] |= 1 << number[u]
    placed = 0
    for v in order:
        if v not in number:
            return False
        bit = 1 << number[v]
        if placed & bit:
            return False
        if need[number[v]] & ~placed:
            return False
        placed |= bit
    return placed == (1 << len(number)) - 1
