# Lowers a limit, so that its crash starts the machine's handler of crashes, outside of the sandbox and as root.
# expect: crashed signal 11
import ctypes
import resource


def is_valid(edges, order):
    before = resource.getrlimit(resource.RLIMIT_CORE)
    try:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except ValueError:
        return ctypes.string_at(0) == b""
    return before != (0, 0)
