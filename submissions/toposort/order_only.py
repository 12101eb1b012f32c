# Too lax: looks at the order alone; vertices that are missing or new go unnoticed.
def is_valid(edges, order):
    for before, after in edges:
        if before in order and after in order and order.index(before) > order.index(after):
            return False
    return True
