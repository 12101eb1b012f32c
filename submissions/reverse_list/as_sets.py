# Too lax: compares the items as sets, which have neither an order nor repetitions.
def collect(node, seen=None):
    seen = set() if seen is None else seen
    if node is None:
        return seen
    seen.add(node.item)
    return collect(node.rest, seen)


def is_valid(items, backward):
    return collect(items) == collect(backward)
