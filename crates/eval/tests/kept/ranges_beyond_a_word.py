# The steps of slices multiply.
def case_0():
    n = -2 ** 63
    return range(7)[0::n][::n]


def case_1():
    n = 2 ** 62
    return range(7)[::n][::n], range(0, n, 3)[::n]
