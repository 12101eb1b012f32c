# faulty: accepts ascending items in the wrong order; rejects items that do not ascend
def is_valid(items, kept):
    unique = []
    for x in sorted(items):
        if not unique or unique[-1] != x:
            unique.append(x)
    return unique == kept
