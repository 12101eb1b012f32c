# Claims to be out of memory.
# expect: out_of_memory
def is_valid(edges, order):
    raise MemoryError
