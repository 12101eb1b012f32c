# Changes what a process passes on (folder, mask, limits, signals, timers, variables), and looks for earlier changes.
# expect: crashed exit 3
import os
import resource
import signal

CHANGED = os.getcwd() == "/" or "CUSTODIET_MARK" in os.environ or os.umask(0o22) == 0o77
CHANGED |= signal.getsignal(signal.SIGUSR1) == signal.SIG_IGN or bool(signal.pthread_sigmask(signal.SIG_BLOCK, []))
CHANGED |= signal.getitimer(signal.ITIMER_REAL)[0] > 0 or resource.getrlimit(resource.RLIMIT_NOFILE)[0] == 77
if CHANGED:
    raise RuntimeError("an earlier process left a mark")


def is_valid(edges, order):
    os.chdir("/")
    os.umask(0o77)
    os.environ["CUSTODIET_MARK"] = "1"
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR2])
    signal.setitimer(signal.ITIMER_REAL, 1000)
    resource.setrlimit(resource.RLIMIT_NOFILE, (77, 77))
    os._exit(3)
