# Gives itself more memory.
# expect: raised ValueError
import resource


def is_valid(edges, order):
    resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    return True
