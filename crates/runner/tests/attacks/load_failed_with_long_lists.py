# Says that it cannot be loaded, with thousands of names that nothing defines. Most of them are dropped.
# expect: could_not_run invalid
import json
import os
import sys


def harness():
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["answer"].__closure__[0].cell_contents


names = [{"name": f"name{number}", "sketch": "\x1b[2J", "file": "/etc/passwd"} for number in range(900)]
report = {"why": "invalid", "message": "", "undefined": names, "candidates": ["\u202e"] * 99}
os.write(harness(), json.dumps({"failed": report}).encode() + b"\n")
while True:
    pass


def is_valid(edges, order):
    return True
