# Is told of every function of the harness that returns, and answers once more after each answer.
# expect: accepted, crashed breach | rejected
# unstable: maybe
import os
import sys


def profile(frame, event, argument):
    if event == "return" and frame.f_code.co_name == "answer":
        found = frame.f_back.f_locals
        os.write(found["answer"].__closure__[0].cell_contents, b'{"test": %d, "answer": false}\n' % (found["test"] + 1))


def is_valid(edges, order):
    sys.setprofile(profile)
    return True
