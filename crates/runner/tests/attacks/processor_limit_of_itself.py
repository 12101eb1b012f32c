# Has the kernel end it by the signal for too much computing, before the grader does.
# expect: crashed signal 9 | crashed signal 24 | timed_out computing
# seconds: 3
# unstable: maybe
import resource


def is_valid(edges, order):
    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    while True:
        pass
