# A set is not changed in place by a view: the operator makes a new one.
def case_0():
    s = same = {0, 1}
    s -= {1: 1}.keys()
    same.discard(0)
    return s, same


def case_1():
    s = same = {0, 1}
    s |= {2: 2}.keys()
    return s, same


def case_2():
    s = same = {0, 1}
    s &= {1: 1}.keys()
    return s, same


def case_3():
    s = same = {0, 1}
    s ^= {1: 1}.keys()
    return s, same
