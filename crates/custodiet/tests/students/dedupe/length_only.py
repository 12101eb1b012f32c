# faulty: accepts other items
def is_valid(items, kept):
    return len(set(items)) == len(kept)
