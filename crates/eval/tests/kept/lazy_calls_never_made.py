# What cannot be called is no fault before something is asked for.
def case_0():
    m = map(3, [1, 2])
    f = filter(3, [1, 2])
    return 1


def case_1():
    return list(map(3, [1, 2]))
