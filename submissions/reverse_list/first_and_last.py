# Too lax: compares the lengths and both ends; what is in the middle does not matter.
def last(node):
    while node.rest is not None:
        node = node.rest
    return node


def length(node):
    return 0 if node is None else 1 + length(node.rest)


def is_valid(items, backward):
    if length(items) != length(backward):
        return False
    try:
        return items.item == last(backward).item and last(items).item == backward.item
    except AttributeError:  # an empty list
        return True
