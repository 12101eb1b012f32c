# A number of a hundred million digits, in one step that cannot be interrupted from within.
# expect: timed_out computing | out_of_memory
def is_valid(edges, order):
    return 7 ** (10**8) > 0
