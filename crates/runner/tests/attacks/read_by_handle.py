# Opens the suite by its handle, past all paths. Only root can without a sandbox.
# expect: raised PermissionError
import ctypes
import os

WORLD = __file__.rsplit("/", 3)[0]
libc = ctypes.CDLL(None, use_errno=True)


def is_valid(edges, order):
    handle = ctypes.create_string_buffer(136)
    ctypes.c_uint.from_buffer(handle).value = 128
    mount = ctypes.c_int()
    if libc.name_to_handle_at(-100, (WORLD + "/suite.json").encode(), handle, ctypes.byref(mount), 0) == -1:
        raise OSError(ctypes.get_errno(), "name_to_handle_at")
    file = libc.open_by_handle_at(os.open(WORLD, os.O_PATH), handle, os.O_RDONLY)
    if file == -1:
        raise OSError(ctypes.get_errno(), "open_by_handle_at")
    return b"CANARY" in os.read(file, 1000)
