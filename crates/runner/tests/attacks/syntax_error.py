# Is not a program.
# expect: could_not_run syntax
def is_valid(edges, order)
    return True
