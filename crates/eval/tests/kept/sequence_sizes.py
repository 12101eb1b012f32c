# An index or a count that no machine word holds.
def case_0():
    return [] * -10 ** 20


def case_1():
    return [1].pop(10 ** 20)


def case_2():
    return (1, 2) * 10 ** 20


def case_3():
    return [1, 2][10 ** 20]


def case_4():
    xs = [1, 2]
    xs.insert(10 ** 20, 3)
    return xs


def case_5():
    return [1, 2, 3][-10 ** 20:10 ** 20:10 ** 20]
