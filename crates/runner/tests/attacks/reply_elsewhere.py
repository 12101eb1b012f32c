# Claims that an exception came from a file that is not its own. The place is dropped.
# expect: raised Evil, timed_out waiting
import os
import sys
import time


def harness():
    """The descriptor of the answers and the number of the test, from the harness's own variables."""
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    return frame.f_locals["answer"].__closure__[0].cell_contents, frame.f_locals.get("test")


def is_valid(edges, order):
    answers, test = harness()
    os.write(answers, b'{"test": %d, "raised": {"class": "Evil", "message": "", "file": "/etc/passwd", "line": 1}}\n' % test)
    time.sleep(1000)
