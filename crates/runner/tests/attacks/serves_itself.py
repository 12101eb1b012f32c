# Never lets the harness call it: says that it is ready, with many long notes, and serves the tests while it is loaded.
# expect: accepted
import json
import os
import sys


def harness():
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["answer"].__closure__[0].cell_contents, frame.f_locals["requests"]


answers, requests = harness()
ready = {"file": os.path.basename(__file__), "name": "is_valid", "notes": ["x" * 1000] * 50}
os.write(answers, json.dumps({"ready": ready}).encode() + b"\n")
for request in requests:
    os.write(answers, b'{"test": %d, "answer": true}\n' % json.loads(request)["test"])


def is_valid(edges, order):
    return False
