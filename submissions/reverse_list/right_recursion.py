# Correct: takes what comes before the last node, and recurs.
def split_last(node):
    """The items before the last one, and the last one."""
    if node.rest is None:
        return (), node.item
    before, last = split_last(node.rest)
    return (node.item, *before), last


def to_tuple(node):
    return () if node is None else (node.item,) + to_tuple(node.rest)


def is_valid(items, backward):
    if items is None or backward is None:
        return items is backward
    before, last = split_last(items)

    def same(front, node):
        if not front:
            return node is None
        return node is not None and node.item == front[-1] and same(front[:-1], node.rest)

    assert to_tuple(items) == (*before, last)
    return backward.item == last and same(before, backward.rest)
