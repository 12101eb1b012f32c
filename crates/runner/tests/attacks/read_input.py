# Asks for input.
# expect: raised EOFError
def is_valid(edges, order):
    return input() == "yes"
