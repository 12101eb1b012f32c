"""The functions of `bisect`."""


def bisect_left(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    # CPython takes -1 for the default, too.
    if hi is None or hi == -1:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        item = a[middle]
        if (item if key is None else key(item)) < x:
            lo = middle + 1
        else:
            hi = middle
    return lo


def bisect_right(a, x, lo=0, hi=None, *, key=None):
    if lo < 0:
        raise ValueError("lo must be non-negative")
    # CPython takes -1 for the default, too.
    if hi is None or hi == -1:
        hi = len(a)
    while lo < hi:
        middle = (lo + hi) // 2
        item = a[middle]
        if x < (item if key is None else key(item)):
            hi = middle
        else:
            lo = middle + 1
    return lo


def insort_left(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_left(a, x if key is None else key(x), lo, hi, key=key), x)


def insort_right(a, x, lo=0, hi=None, *, key=None):
    a.insert(bisect_right(a, x if key is None else key(x), lo, hi, key=key), x)


def bisect(a, x, lo=0, hi=None, *, key=None):
    return bisect_right(a, x, lo, hi, key=key)


def insort(a, x, lo=0, hi=None, *, key=None):
    insort_right(a, x, lo, hi, key=key)
