# An attribute is looked up before the arguments are evaluated.
def case_0():
    return None.get([][0])


# All keys and values of a display are evaluated before any is hashed.
def case_1():
    return {{}: 0, ().index(0): 1}


def case_2():
    return {[], ().index(0)}


def case_3():
    return {**{[]: 1}, 1: ().index(0)}
