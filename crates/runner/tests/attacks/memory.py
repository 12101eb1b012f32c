# Asks for more memory than there is.
# expect: out_of_memory
def is_valid(edges, order):
    return len(bytearray(1 << 40)) > 0
