# Too lax: counts the items; their order does not matter.
from collections import Counter


def items_of(node):
    while node is not None:
        yield node.item
        node = node.rest


def is_valid(items, backward):
    return Counter(items_of(items)) == Counter(items_of(backward))
