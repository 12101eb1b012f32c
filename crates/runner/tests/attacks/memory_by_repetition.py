# Makes a long list out of nothing.
# expect: out_of_memory
def is_valid(edges, order):
    return len([0] * (1 << 40)) > 0
