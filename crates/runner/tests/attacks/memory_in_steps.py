# Asks for more and more memory.
# expect: out_of_memory
# seconds: 5
def is_valid(edges, order):
    held = []
    while len(held) < 200:
        held.append(bytes(4 << 20))
    return True
