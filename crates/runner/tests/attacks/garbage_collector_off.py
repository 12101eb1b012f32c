# Makes garbage that is never collected.
# expect: out_of_memory | timed_out
import gc

gc.disable()


def is_valid(edges, order):
    while True:
        ring = [bytearray(1 << 20)]
        ring.append(ring)
