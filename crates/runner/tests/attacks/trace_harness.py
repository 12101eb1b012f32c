# Traces the harness while it decides, and changes what it sees. That is its own answer.
# expect: accepted | rejected
# unstable: maybe
import sys


def trace(frame, event, argument):
    if "given" in frame.f_locals:
        frame.f_locals["given"] = True
    return trace


def is_valid(edges, order):
    sys.settrace(trace)
    frame = sys._getframe(1)
    frame.f_trace = trace
    return False
