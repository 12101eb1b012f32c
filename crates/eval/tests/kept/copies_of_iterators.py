# Iterators over lists can be copied, generators and views cannot.
from copy import deepcopy


def case_0():
    it = iter([1, [2], 3])
    next(it)
    other = deepcopy(it)
    return list(it), list(other)


def case_1():
    return list(deepcopy(iter([])))


def case_2():
    return deepcopy(x for x in [1])


def case_3():
    return deepcopy({1: 2}.keys())
