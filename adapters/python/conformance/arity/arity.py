def is_valid(value):
    return True
