"""Methods of `dict` as functions."""


def copy(self, /):
    # What a subclass is made into, too.
    return dict(_checked(self))


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
    if not hasattr(_checked(self), "most_common"):
        return self.update(*other, **named)
    # A Counter adds in a method of its own, which this one does not call.
    for key, value in dict(*other, **named).items():
        self[key] = value


def values(self, /):
    return _checked(self).values()


def _checked(value):
    if not isinstance(value, dict):
        raise TypeError("descriptor doesn't apply to this object")
    return value
