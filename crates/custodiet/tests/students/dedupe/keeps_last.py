# faulty: rejects first occurrences; accepts last occurrences
def is_valid(items, kept):
    out = []
    for x in reversed(items):
        if x not in out:
            out.insert(0, x)
    return out == kept
