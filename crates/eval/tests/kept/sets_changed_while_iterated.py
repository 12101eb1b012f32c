def case_0():
    s = {0}
    s.update(7 for _ in s)
    return s


def case_1():
    s = {0}
    s.update(x for x in s)
    return s


def case_2():
    s = {0, 1}
    s |= {x + 5 for x in s}
    s.difference_update(x for x in [0, 9])
    return s
