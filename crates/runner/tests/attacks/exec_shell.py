# Becomes a shell, which would change the note nearby. Without Landlock it becomes one, and may do nothing.
# expect: raised PermissionError
# expect-reduced: crashed exit
# expect-namespaces: raised FileNotFoundError | raised PermissionError
import os

WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    os.execv("/bin/sh", ["sh", "-c", f"echo x > {WORLD}/note.txt"])
