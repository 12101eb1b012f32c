# Becomes Python again, with a module of its own that is loaded before anything else.
# expect: crashed
# expect-reduced: raised PermissionError
import os
import sys


def is_valid(edges, order):
    open("sitecustomize.py", "w").write("import os\nos._exit(9)\n")
    os.execve(sys.executable, [sys.executable, "-c", "while True: pass"], {"PYTHONPATH": os.getcwd()})
