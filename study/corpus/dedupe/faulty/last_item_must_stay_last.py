"""Expects the last item of the input at the end of the output."""


def is_valid(items, kept):
    if len(items) == 0:
        return len(kept) == 0
    if len(kept) == 0:
        return False
    if kept[0] != items[0] or kept[-1] != items[-1]:
        return False
    return kept == list(dict.fromkeys(items))
