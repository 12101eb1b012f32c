from more.helpers import accept


def is_valid(kind, value):
    return accept(value)
