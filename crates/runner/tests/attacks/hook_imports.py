# Replaces the import of modules, and leaves nothing that could import one.
# expect: accepted
import builtins
import sys


def is_valid(edges, order):
    builtins.__import__ = None
    sys.meta_path.clear()
    sys.path_hooks.clear()
    sys.path_importer_cache.clear()
    return True
