def is_valid(kind, value):
    return value
