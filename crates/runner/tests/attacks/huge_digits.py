# Writes out a number that is too long for it.
# expect: raised ValueError
def is_valid(edges, order):
    return str(10**10000) != ""
