# Imports a module that does not exist.
# expect: could_not_run import
import no_such_module_anywhere


def is_valid(edges, order):
    return True
