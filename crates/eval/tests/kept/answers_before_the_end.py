"""Questions about sets end with the answer; a slice is looked at before the value assigned to it."""
from collections import Counter


def assign(xs, value):
    xs[::0] = value
    return xs




def case_0():
    return {1}.isdisjoint([1, []]), {1}.issuperset([2, []])


def case_1():
    return {1}.isdisjoint([[]])


def case_2():
    return Counter() ^ Counter()


def case_3():
    return Counter([1]) // Counter([1])


def case_4():
    return assign([1, 2], 5)


def case_5():
    return set().issuperset([]), {1}.issuperset(x for x in [1, 1]), {1, 2}.isdisjoint({3})


def case_6():
    it = iter(["a", "b", "c"])
    return {"a": 1}.keys().isdisjoint(it), list(it)
