# An iterator is asked for its next value while it looks for it.
from itertools import accumulate, chain, pairwise


def case_0():
    xs = [1, 2, 3, 4]
    it = map(lambda x: (x, next(it, None)), xs)
    return list(it)


def case_1():
    it = filter(lambda x: next(it, None) is None, [1, 2, 3, 4])
    return list(it)


def case_2():
    it = accumulate([1, 2, 3, 4, 5], lambda a, b: a * 10 + b + next(it, 0))
    return list(it)


def case_3():
    it = accumulate([1, 2, 3, 4, 5], lambda a, b: next(iter([])))
    return (next(it), next(it, None), next(it, None))


def case_4():
    it = zip(map(lambda x: next(it, x), [1, 2, 3, 4]), [5, 6, 7, 8])
    return list(it)


def case_5():
    it = enumerate(map(lambda x: next(it, x), [1, 2, 3, 4]))
    return list(it)


def case_6():
    it = pairwise(map(lambda x: (x, next(it, None)) if x == 2 else x, [1, 2, 3, 4, 5]))
    return list(it)


def case_7():
    it = chain(map(lambda x: (x, next(it, None)), [1, 2, 3]), [7, 8], [9])
    return list(it)


def case_8():
    it = chain.from_iterable(map(lambda x: [x, next(it, None)], [1, 2, 3, 4]))
    return list(it)


def case_9():
    n = [0]

    def f():
        n[0] += 1
        if n[0] == 2:
            return next(iter([]))
        return n[0]
    it = iter(f, 9)
    return (next(it), next(it, None), next(it, None))


def case_10():
    n = [0]

    def g(x):
        if x == 2:
            return next(iter([]))
        return [x]
    it = chain.from_iterable(map(g, [1, 2, 3]))
    return (list(it), list(it))


def case_11():

    def g():
        yield 1
        yield next(it)
    it = g()
    return list(it)


def case_12():
    it = (next(it) for x in [1, 2])
    return list(it)


def case_13():
    it = zip(map(lambda x: next(it, x), [1, 2, 3, 4]), [5, 6, 7, 8], strict=True)
    return list(it)
