# A comprehension is a function of its own: a variable around it that has no value yet is a free one.
def case_0():
    for n in []:
        pass
    return [n for _ in [1]]


def case_1():
    for n in []:
        pass
    return {k for k in {1: 2} if n}


def case_2():
    for n in []:
        pass
    return sum(n for _ in [1])


def case_3():
    for n in []:
        pass
    return [x for x in n]
