# not provable: compares with the order of a set
def is_valid(items, kept):
    return list(set(items)) == kept
