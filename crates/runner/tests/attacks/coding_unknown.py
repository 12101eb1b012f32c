# coding: custodiet-no-such-codec
# expect: could_not_run syntax
# Is written in an encoding that nobody knows.
def is_valid(edges, order):
    return True
