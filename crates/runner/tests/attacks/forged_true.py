# Makes a third truth value, which is neither True nor False and has the same class.
# expect: not_a_boolean bool
import ctypes

SIZE = True.__sizeof__()


def is_valid(edges, order):
    copy = ctypes.create_string_buffer(ctypes.string_at(id(True), SIZE), SIZE + 64)
    KEPT.append(copy)
    return ctypes.cast(ctypes.addressof(copy), ctypes.py_object).value


KEPT = []
