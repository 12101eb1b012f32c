# Sends itself signals that it does not receive: the kernel keeps them, and counts them for its user.
# expect: raised BlockingIOError
import signal
import threading


def is_valid(edges, order):
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGRTMIN + 1])
    for _ in range(100_000):
        signal.pthread_kill(threading.get_ident(), signal.SIGRTMIN + 1)
    return True
