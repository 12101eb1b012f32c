# Lifts the limit on digits and writes out a number that takes hours.
# expect: timed_out computing
import sys


def is_valid(edges, order):
    sys.set_int_max_str_digits(0)
    return len(str(1 << (1 << 26))) > 0
