# Starts a thread that does not share the table of descriptors, in machine code: each such thread may open as many as a process.
# expect: raised PermissionError | raised OSError
# succeeds-without-sandbox
import ctypes
import mmap
import os

CLONE_VM, CLONE_SIGHAND, CLONE_THREAD = 0x100, 0x800, 0x10000
# clone(flags, stack); the thread ends at once, by `exit`; the caller gets its number.
CODE = bytes.fromhex("b838000000" "0f05" "4885c0" "7401" "c3" "b83c000000" "31ff" "0f05")
# The thread may still run when the answer is given.
KEPT = []


def is_valid(edges, order):
    if os.uname().machine != "x86_64":
        raise OSError("another kind of processor")
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(CODE)
    stack = mmap.mmap(-1, 65536)
    KEPT.extend([code, stack])
    start = ctypes.addressof(ctypes.c_char.from_buffer(code))
    top = ctypes.addressof(ctypes.c_char.from_buffer(stack)) + 65000
    clone = ctypes.CFUNCTYPE(ctypes.c_long, ctypes.c_long, ctypes.c_long, ctypes.c_long, ctypes.c_long, ctypes.c_long)(start)
    number = clone(CLONE_VM | CLONE_SIGHAND | CLONE_THREAD, top & ~15, 0, 0, 0)
    if number < 0:
        raise OSError(-number, "clone")
    return True
