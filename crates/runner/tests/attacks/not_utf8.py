# Is not written in UTF-8.
# expect: could_not_run syntax
X = "ÿþ"


def is_valid(edges, order):
    return True
