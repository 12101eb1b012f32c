# Has the kernel send it a signal whenever something changes in a folder.
# expect: raised OSError | raised PermissionError
# succeeds-without-sandbox
import fcntl
import os
import signal


def is_valid(edges, order):
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    fcntl.fcntl(os.open(".", os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_CREATE | fcntl.DN_MULTISHOT)
    return True
