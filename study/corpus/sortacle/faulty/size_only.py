"""Only compares the lengths of the two lists."""


def is_valid(before, after):
    if len(before) == len(after):
        return True
    else:
        return False
