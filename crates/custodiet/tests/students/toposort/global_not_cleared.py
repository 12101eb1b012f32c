# not provable: its table is kept from call to call
positions = {}


def is_valid(edges, order):
    for i, v in enumerate(order):
        positions[v] = i
    for a, b in edges:
        if a not in positions or b not in positions or positions[a] > positions[b]:
            return False
    return True
