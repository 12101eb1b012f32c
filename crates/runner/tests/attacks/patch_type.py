# Replaces what the harness tells types with.
# expect: crashed exit 1 | raised | could_not_run crashed
import builtins

builtins.type = None


def is_valid(edges, order):
    return True
