"""`functools.reduce` and `functools.partial`."""

# No value of a file is this one, unless it is looked for.
_missing = all


def reduce(function, sequence, initial=_missing, /):
    items = iter(sequence)
    if initial == _missing:
        result = next(items, _missing)
        if result == _missing:
            raise TypeError("reduce() of empty iterable with no initial value")
    else:
        result = initial
    for item in items:
        result = function(result, item)
    return result


def partial(func, /, *args, **keywords):
    def call(*more, **others):
        return func(*args, *more, **{**keywords, **others})

    return call
