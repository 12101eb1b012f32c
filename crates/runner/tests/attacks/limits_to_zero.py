# Takes everything away from itself that it can: files, memory, processes, locks.
# expect: accepted | out_of_memory | raised | crashed
# unstable: maybe
import resource


def is_valid(edges, order):
    for limit in range(16):
        if limit not in (resource.RLIMIT_CPU, resource.RLIMIT_CORE):
            resource.setrlimit(limit, (0, 0))
    return True
