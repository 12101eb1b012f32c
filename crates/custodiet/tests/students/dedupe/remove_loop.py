# faulty: rejects lists with duplicates before others, skips items while it removes; accepts what is left
def is_valid(items, kept):
    work = list(items)
    for x in work:
        while work.count(x) > 1:
            work.remove(x)
    return work == kept
