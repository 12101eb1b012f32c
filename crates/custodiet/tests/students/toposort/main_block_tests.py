# faulty: accepts missing vertices
def is_valid(edges, order):
    if len(order) > len(set(order)):
        return False
    vertices = []
    for u, v in edges:
        vertices += [u, v]
    if any(v not in vertices for v in order):
        return False
    position = {v: i for i, v in enumerate(order)}
    for u, v in edges:
        if position.get(u, -1) > position.get(v, len(order)):
            return False
    return True


def run_tests():
    tests = [
        ([(1, 2)], [1, 2], True),
        ([(1, 2)], [2, 1], False),
        ([(1, 2), (1, 3)], [1, 3, 2], True),
        ([], [], True),
    ]
    for edges, order, expected in tests:
        result = is_valid(edges, order)
        print("PASS" if result == expected else "FAIL", edges, order)


if __name__ == "__main__":
    run_tests()
