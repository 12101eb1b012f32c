# Too lax: compares until the shorter one ends.
def values(node):
    while node:
        yield node.item
        node = node.rest


def is_valid(items, backward):
    expected = list(values(items))
    expected.reverse()
    for a, b in zip(expected, values(backward)):
        if a != b:
            return False
    return True
