# Leaves marks in modules that a common parent could have loaded, and looks for those of earlier processes.
# expect: crashed exit 3
import builtins
import json
import os
import sys

MARKED = [builtins, json, json.decoder, os, os.path, sys, sys.modules["__main__"], type(json), str]
if any(getattr(place, "custodiet_mark", os.getpid()) != os.getpid() for place in MARKED):
    raise RuntimeError("an earlier process left a mark")


def is_valid(edges, order):
    for place in MARKED:
        try:
            place.custodiet_mark = os.getpid()
        except TypeError:
            pass
    os._exit(3)
