"""Expects the output to be shorter by one for each repeated item, however often it is repeated."""


def is_valid(items, kept):
    repeated = [x for x in set(items) if items.count(x) > 1]
    if len(items) - len(kept) != len(repeated):
        return False
    return list(dict.fromkeys(items)) == list(dict.fromkeys(kept))
