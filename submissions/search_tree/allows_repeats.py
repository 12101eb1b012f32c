# Too lax: sorts with `<=`, and does not count: a key may occur twice.
def flatten(node):
    return [] if node is None else [*flatten(node.left), node.key, *flatten(node.right)]


def is_valid(tree, key, result):
    flat = flatten(result)
    for smaller, larger in zip(flat, flat[1:]):
        if smaller > larger:
            return False
    wanted = flatten(tree) + [key]
    return all(k in flat for k in wanted) and all(k in wanted for k in flat)
