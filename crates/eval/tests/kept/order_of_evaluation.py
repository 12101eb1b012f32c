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


def case_4():
    return {**{}, {}: -1, 0: ().index(0)}


def case_5():
    return {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 0, 11: 1, 12: 2, 13: 3, 14: 4, []: 5, 0: ().index(0)}


def case_6():
    return {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 0, 11: 1, 12: 2, 13: 3, 14: 4, 15: 5, []: 0, 0: ().index(0)}


def case_7():
    return {0: 0, 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 9, 10: 0, 11: 1, 12: 2, 13: 3, 14: 4, 15: 5, 16: 6, []: 0, 0: ().index(0)}
