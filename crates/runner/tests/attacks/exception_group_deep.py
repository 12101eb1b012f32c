# Raises a group of groups of exceptions, nested as deeply as memory allows.
# expect: raised ExceptionGroup | raised RecursionError
def is_valid(edges, order):
    error = ValueError()
    for _ in range(50_000):
        error = ExceptionGroup("deep", [error])
    raise error
