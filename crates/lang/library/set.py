"""Methods of `set` as functions."""


def add(self, item, /):
    return _checked(self).add(item)


def copy(self, /):
    return _checked(self).copy()


def discard(self, item, /):
    return _checked(self).discard(item)


def remove(self, item, /):
    return _checked(self).remove(item)


def update(self, /, *others):
    return _checked(self).update(*others)


def difference(self, /, *others):
    return _checked(self).difference(*others)


def intersection(self, /, *others):
    return _checked(self).intersection(*others)


def isdisjoint(self, other, /):
    return _checked(self).isdisjoint(other)


def issubset(self, other, /):
    return _checked(self).issubset(other)


def issuperset(self, other, /):
    return _checked(self).issuperset(other)


def symmetric_difference(self, other, /):
    return _checked(self).symmetric_difference(other)


def union(self, /, *others):
    return _checked(self).union(*others)


def _checked(value):
    if not isinstance(value, set):
        raise TypeError("descriptor doesn't apply to this object")
    return value
