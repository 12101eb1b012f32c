def check(kind, value):
    return True
