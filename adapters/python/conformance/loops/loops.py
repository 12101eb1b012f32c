def is_valid(kind, value):
    while value:
        pass
    return True
