# The number of keys is the same again when the loop goes on.
def case_0():
    d = {1: 1}
    for k in d:
        del d[k]
        d[k] = 0
    return d


def case_1():
    d = {1: 1}
    for k in d:
        for n in range(2):
            d[0] = n
        del d[k]
    return d


def case_2():
    d = {1: 1, 2: 2}
    for k in d:
        d[k] = 0
        if k == 2:
            break
    return d


# The last key leaves no gap behind: the new one takes its place, which the loop has passed.
def case_3():
    d = {3: -2}
    for k in d:
        d.popitem()
        d[0] = k
    return d


def case_4():
    d = {1: 1, 2: 2, 3: 3}
    seen = []
    for k in d:
        seen.append(k)
        if k == 2:
            del d[1]
            d[4] = 4
    return seen


def case_5():
    d = {1: 1, 2: 2}
    for k in d:
        d.popitem()
        d[k + 5] = 0
    return d


def case_7():
    d = {}
    d.update(d)
    return d


# All keys are there already.
def case_6():
    d = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6}
    e = dict(d)
    for k in [1, 2, 3, 4, 5]:
        del e[k]
    seen = []
    for k in d:
        d.update(e)
        seen.append(k)
    return seen
