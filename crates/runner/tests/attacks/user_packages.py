# Leaves modules where Python looks for those of a user, to be run in the next process with the same home.
# expect: accepted
# expect-reduced: raised PermissionError
import os
import sys

if "custodiet_evil" in sys.modules:
    raise RuntimeError("it was loaded")


def is_valid(edges, order):
    folder = os.path.expanduser(f"~/.local/lib/python3.{sys.version_info[1]}/site-packages")
    os.makedirs(folder, exist_ok=True)
    for name in ["custodiet_evil.py", "sitecustomize.py", "usercustomize.py"]:
        open(f"{folder}/{name}", "w").write("import sys\nsys.modules['custodiet_evil'] = sys\n")
    open(f"{folder}/evil.pth", "w").write("import custodiet_evil\n")
    return True
