def is_sublist(small, big):
    """Whether everything in `small` is also in `big`, with repetition."""
    big = big[:]
    for x in small:
        if x not in big:
            return False
        big.remove(x)
    return True


def is_sorted(items, attribute):
    values = [getattr(x, attribute) for x in items]
    return values == sorted(values)
