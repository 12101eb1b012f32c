# Makes a call in the way of 32-bit programs, in machine code. The kernel ends it.
# expect: crashed signal 31
import ctypes
import mmap
import os


def is_valid(edges, order):
    if os.uname().machine != "x86_64":
        os.kill(os.getpid(), 31)
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")  # mov eax, 20; int 0x80; ret
    address = ctypes.addressof(ctypes.c_char.from_buffer(code))
    return ctypes.CFUNCTYPE(ctypes.c_int)(address)() > 0
