from starter import accept


def is_valid(kind, value):
    return accept(value)
