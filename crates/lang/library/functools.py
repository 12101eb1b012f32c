"""`functools.reduce`, `functools.partial` and `functools.cmp_to_key`."""

# No value of a file is this one.
_missing = object()


def reduce(function, sequence, initial=_missing, /):
    items = iter(sequence)
    if initial is _missing:
        result = next(items, _missing)
        if result is _missing:
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


def cmp_to_key(mycmp):
    class KeyWrapper:
        __hash__ = None
        _made_by_cmp_to_key = True

        def __init__(self, obj):
            self.obj = obj

        def __lt__(self, other):
            return mycmp(self.obj, _object_of(other, KeyWrapper)) < 0

        def __gt__(self, other):
            return mycmp(self.obj, _object_of(other, KeyWrapper)) > 0

        def __eq__(self, other):
            return mycmp(self.obj, _object_of(other, KeyWrapper)) == 0

        def __le__(self, other):
            return mycmp(self.obj, _object_of(other, KeyWrapper)) <= 0

        def __ge__(self, other):
            return mycmp(self.obj, _object_of(other, KeyWrapper)) >= 0

    return KeyWrapper


def _object_of(other, wrapper):
    # One that another comparison made has a class of its own here, but not in CPython.
    if not isinstance(other, wrapper) and not getattr(other, "_made_by_cmp_to_key", False):
        raise TypeError("other argument must be K instance")
    return other.obj
