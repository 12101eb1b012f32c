def case_0():
    it = iter([1, 2, 3, 1])
    return list(iter(lambda: next(it, 3), 3)), list(it)
