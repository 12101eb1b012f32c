def is_valid(kind, value):
    as_sent = len(value) == 2
    value.clear()
    return as_sent
