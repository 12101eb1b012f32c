# Fills the log with warnings.
# expect: timed_out
import warnings


def is_valid(edges, order):
    warnings.simplefilter("always")
    while True:
        warnings.warn("x" * 1000)
