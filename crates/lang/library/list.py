"""Methods of `list` as functions."""


def append(self, item, /):
    return _checked(self).append(item)


def copy(self, /):
    return _checked(self).copy()


def count(self, item, /):
    return _checked(self).count(item)


def extend(self, items, /):
    return _checked(self).extend(items)


def index(self, item, /, *bounds):
    return _checked(self).index(item, *bounds)


def insert(self, index, item, /):
    return _checked(self).insert(index, item)


def pop(self, /, *index):
    return _checked(self).pop(*index)


def remove(self, item, /):
    return _checked(self).remove(item)


def reverse(self, /):
    return _checked(self).reverse()


def _checked(value):
    if not isinstance(value, list):
        raise TypeError("descriptor doesn't apply to this object")
    return value
