# Becomes a program that is in memory only.
# expect: raised PermissionError
import os


def is_valid(edges, order):
    file = os.memfd_create("program")
    os.write(file, b"#!/bin/sh\n")
    os.execv(f"/proc/self/fd/{file}", ["program"])
