# Of two equal elements an intersection keeps the one of the smaller set, or the right one, or the iterable's.
def case_0():
    return {False} & {0}


def case_1():
    return {1}.intersection([True])


def case_2():
    s = {1}
    s &= {True}
    return s


def case_3():
    return {True, 2} & {1}, {True} & {1, 2}, {1, 2} & {True}, {1} & {True, 2}


def case_4():
    s = {0, 1}
    s.intersection_update([False, True, 2])
    return s, frozenset([True]) & {1}, {1} | {True}, {1} - {True}, {1} ^ {True}
