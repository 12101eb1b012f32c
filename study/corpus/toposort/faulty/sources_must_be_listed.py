"""Only demands that the sources are listed, so sinks may be missing."""


def is_valid(dag, lst):
    if len(set(lst)) < len(lst):
        return False
    sources = {a for a, _ in dag}
    targets = {b for _, b in dag}
    if not sources <= set(lst) <= sources | targets:
        return False
    place = dict(zip(lst, range(len(lst))))
    return all(b not in place or place[a] < place[b] for a, b in dag)
