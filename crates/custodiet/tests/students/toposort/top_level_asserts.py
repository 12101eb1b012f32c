# correct
def get_vertices(edges):
    return set().union(*edges)


def is_valid(edges, order):
    verts = get_vertices(edges)
    return len(order) == len(verts) and verts == {*order} and not any(
        order.index(b) < order.index(a) for a, b in edges
    )


assert is_valid([], [])
assert is_valid([(1, 2), (2, 3)], [1, 2, 3])
assert not is_valid([(1, 2), (2, 3)], [1, 2])
assert get_vertices([(1, 2)]) == {1, 2}
print(is_valid([("shirt", "tie")], ["tie", "shirt"]))
