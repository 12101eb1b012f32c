# Views of items are compared without hashing their values.
def case_0():
    return {}.items() < {0: {}}.items(), {0: []}.items() == {0: []}.items(), {0: []}.items() <= {0: [], 1: 1}.items()


def case_1():
    return sorted([{0: {}}.items(), {}.items()])


def case_2():
    return {1: []}.keys() < {1: 2, 2: 2}.keys(), {1: []}.keys() == {1}
