# Types a command into the terminal of the grader.
# expect: raised PermissionError | raised OSError
import fcntl


def is_valid(edges, order):
    for number in range(3):
        fcntl.ioctl(number, 0x5412, b"#")
    return True
