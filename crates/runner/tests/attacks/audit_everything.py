# Is asked about everything that Python does from now on, and forbids it.
# expect: accepted
import sys


def forbid(event, arguments):
    if event in ("open", "import", "os.write", "sys.excepthook", "compile"):
        raise RuntimeError(event)


def is_valid(edges, order):
    if not hasattr(sys, "custodiet_hook"):
        sys.custodiet_hook = True
        sys.addaudithook(forbid)
    return True
