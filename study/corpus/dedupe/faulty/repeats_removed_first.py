"""Removes repeats from the output too before it compares."""


def dedupe(lst):
    out = []
    for x in lst:
        if x not in out:
            out.append(x)
    return out


def is_valid(items, kept):
    return dedupe(items) == dedupe(kept)
