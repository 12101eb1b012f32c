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
