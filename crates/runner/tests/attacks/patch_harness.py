# Replaces functions of the harness. Only its own outcomes change.
# expect: not_a_boolean patched
import sys

sys.modules["__main__"].class_name = lambda value: "patched"


def is_valid(edges, order):
    return 1
