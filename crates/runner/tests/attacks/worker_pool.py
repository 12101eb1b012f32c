# Shares its work with other processes.
# expect: raised PermissionError
def is_valid(edges, order):
    import multiprocessing

    process = multiprocessing.get_context("fork").Process(target=print)
    process.start()
    return True
