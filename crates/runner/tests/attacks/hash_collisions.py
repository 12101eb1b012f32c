# Puts numbers into a set that all have the same hash.
# expect: timed_out computing
import sys


def is_valid(edges, order):
    return len({number * sys.hash_info.modulus for number in range(1, 100_000)}) > 0
