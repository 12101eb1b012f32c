# Too strict: wants the result to differ from the list, so it rejects what reads the same in both directions.
def to_list(node):
    return [] if node is None else [node.item] + to_list(node.rest)


def is_valid(items, backward):
    a, b = to_list(items), to_list(backward)
    if len(a) > 1 and a == b:
        return False  # nothing was reversed
    return a == list(reversed(b))
