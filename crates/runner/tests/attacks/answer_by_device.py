# Opens the stream of answers again, by its name in /dev.
# expect: crashed breach | raised PermissionError
# expect-namespaces: raised FileNotFoundError
# expect-reduced: raised PermissionError
import sys


def is_valid(edges, order):
    frame = sys._getframe()
    while "answer" not in frame.f_locals:
        frame = frame.f_back
    with open(f"/dev/fd/{frame.f_locals['answer'].__closure__[0].cell_contents}", "w") as answers:
        answers.write("hello\n")
    return True
