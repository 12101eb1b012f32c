from collections import Counter


def case_0():
    return Counter([1, 1, 2]).most_common(n=1)


# An augmented assignment asks the other side for its items; the plain operator wants a counter.
def case_1():
    counter = Counter()
    counter |= 0
    return counter


def case_2():
    counter = Counter()
    counter += None
    return counter


def case_3():
    counter = Counter()
    counter -= 3
    return counter


def case_4():
    return Counter() | 0


# What an empty counter is filled with is not looked at.
def case_5():
    return Counter(b=[]), Counter({1: None})


# A count is looked at when its element is reached.
def case_6():
    return next(Counter({1: 2, 2: 2 ** 63}).elements())


def case_7():
    return list(Counter({1: 2, 2: 2 ** 63}).elements())


def case_8():
    counter = Counter([0])
    counter &= []
    return counter
