# Prints what a submission can see of its process, except for what differs from process to process.
import builtins
import gc
import os
import resource
import signal
import sys
import threading


def is_valid(edges, order):
    depth, frame = 0, sys._getframe()
    while frame:
        depth, frame = depth + 1, frame.f_back
    print("frames", depth)
    print("modules", sorted(sys.modules))
    print("cache", [path for path in sorted(sys.path_importer_cache) if "/submission" not in path])
    print("builtins", sorted(vars(builtins)))
    print("path", len(sys.path), len(sys.path_hooks), [type(finder).__name__ for finder in sys.meta_path])
    print("main", sorted(vars(sys.modules["__main__"])))
    print("environment", sorted(os.environ), os.environ["PYTHONHASHSEED"], hash("order"))
    print("flags", sys.flags, sys.argv, len(sys.orig_argv), sys.orig_argv[1:5])
    print("limits", [resource.getrlimit(number) for number in range(16)])
    print("signals", [str(signal.getsignal(number)) for number in range(1, 32)], signal.pthread_sigmask(0, []))
    print("threads", threading.active_count(), "mask", oct(os.umask(0o22)), "users", len(set(os.getresuid())), os.getgroups())
    print("garbage", gc.isenabled(), gc.get_threshold(), gc.get_debug())
    descriptors = []
    for number in range(256):
        try:
            descriptors.append((number, oct(os.fstat(number).st_mode), os.get_inheritable(number)))
        except OSError:
            pass
    print("descriptors", descriptors)
    print("recursion", sys.getrecursionlimit(), "encodings", sys.stdout.encoding, sys.stdout.errors, sys.stdin.closed)
    return True
