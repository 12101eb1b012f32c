def accept(value):
    return value == 1
