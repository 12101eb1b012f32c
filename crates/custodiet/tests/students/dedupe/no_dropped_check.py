# faulty: accepts missing items
def is_valid(items, kept):
    last = -1
    for x in kept:
        if x not in items:
            return False
        p = items.index(x)
        if p <= last:
            return False
        last = p
    return True
