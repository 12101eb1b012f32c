def is_valid(edges, order):
    return True
