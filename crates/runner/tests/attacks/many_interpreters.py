# Makes interpreters until there is no memory for more.
# expect: out_of_memory | timed_out computing | raised | crashed
# unstable: maybe
def is_valid(edges, order):
    import _xxsubinterpreters as interpreters

    while True:
        interpreters.create()
