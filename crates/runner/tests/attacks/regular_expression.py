# A pattern that takes forever to fail.
# expect: timed_out computing
import re


def is_valid(edges, order):
    return re.match(r"(a+)+$", "a" * 60 + "b") is None
