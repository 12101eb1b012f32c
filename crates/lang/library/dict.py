"""Methods of `dict` as functions."""


def copy(self, /):
    return _checked(self).copy()


def get(self, key, /, *default):
    return _checked(self).get(key, *default)


def items(self, /):
    return _checked(self).items()


def keys(self, /):
    return _checked(self).keys()


def pop(self, key, /, *default):
    return _checked(self).pop(key, *default)


def setdefault(self, key, /, *default):
    return _checked(self).setdefault(key, *default)


def update(self, /, *other, **named):
    return _checked(self).update(*other, **named)


def values(self, /):
    return _checked(self).values()


def _checked(value):
    if not isinstance(value, dict):
        raise TypeError("descriptor doesn't apply to this object")
    return value
