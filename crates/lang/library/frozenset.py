"""Methods of `frozenset` as functions."""


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
    if not isinstance(value, frozenset):
        raise TypeError("descriptor doesn't apply to this object")
    return value
