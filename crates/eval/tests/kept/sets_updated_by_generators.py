# The other side of a symmetric difference is read to its end first.
SEEN = set()


def add_and_give():
    SEEN.add(0)
    yield 0


def case_0():
    SEEN.symmetric_difference_update(add_and_give())
    return SEEN


def case_1():
    SEEN.update(add_and_give())
    return SEEN


def case_2():
    SEEN.difference_update(add_and_give())
    return SEEN


def case_3():
    SEEN.intersection_update(add_and_give())
    return SEEN
