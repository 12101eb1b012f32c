def is_valid(kind, value):
    filled = []
    while value:
        filled.append([0] * 1000)
    return True
