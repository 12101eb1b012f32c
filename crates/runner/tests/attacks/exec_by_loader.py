# Becomes a shell with the help of the loader of shared libraries, which may be started.
# expect: crashed exit | raised FileNotFoundError
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    loader = "/lib64/ld-linux-x86-64.so.2"
    os.execv(loader, [loader, "/bin/sh", "-c", f"echo x > {WORLD}/note.txt"])
