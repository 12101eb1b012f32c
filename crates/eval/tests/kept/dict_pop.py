# A dict without keys does not hash what it is asked for.
def case_0():
    return {}.pop([], 0)


def case_1():
    return {}.pop([])


def case_2():
    return {1: 2}.pop([], 0)


def case_3():
    return {}.get([], 0)


def case_4():
    return [] in {}, {}.setdefault(1, [])
