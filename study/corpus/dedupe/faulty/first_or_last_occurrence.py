"""Accepts the order of last occurrences as well."""


def is_valid(items, kept):
    first = list(dict.fromkeys(items))
    last = list(dict.fromkeys(items[::-1]))[::-1]
    return kept in (first, last)
