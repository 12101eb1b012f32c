# coding: zip
# expect: could_not_run syntax
# Claims to be compressed: an encoding that gives bytes, not text.
def is_valid(edges, order):
    return True
