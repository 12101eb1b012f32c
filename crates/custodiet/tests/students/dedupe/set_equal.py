# faulty: accepts other orders
def is_valid(items, kept):
    return set(items) == set(kept) and len(kept) == len(set(kept))
