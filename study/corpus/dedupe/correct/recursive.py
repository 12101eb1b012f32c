"""Recursion: the heads agree, and the head is gone from the rest."""


def remove_all(x, lst):
    """The list without any x."""
    if lst == []:
        return []
    if lst[0] == x:
        return remove_all(x, lst[1:])
    return [lst[0]] + remove_all(x, lst[1:])


def is_valid(items, kept):
    if items == [] and kept == []:
        return True
    if items == [] or kept == []:
        return False
    head = items[0]
    if kept[0] != head:
        return False
    if head in kept[1:]:
        return False
    return is_valid(remove_all(head, items), kept[1:])
