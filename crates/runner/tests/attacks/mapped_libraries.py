# Maps every library that it can read, changes each page of them for itself, and keeps them.
# expect: raised OSError
import mmap
import os


def is_valid(edges, order):
    held, folders = [], ["/usr/lib", "/lib", "/usr/local/lib"]
    while folders:
        for entry in os.scandir(folders.pop()):
            if entry.is_dir(follow_symlinks=False):
                folders.append(entry.path)
            elif ".so" in entry.name and entry.is_file():
                with open(entry.path, "rb") as file:
                    for _ in range(50):
                        held.append(mmap.mmap(file.fileno(), 0, flags=mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE))
                        held[-1][0] = 1
    return True
