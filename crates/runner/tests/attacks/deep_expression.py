# An expression that is nested too deeply to be read.
# expect: raised SyntaxError | raised MemoryError | raised RecursionError | out_of_memory
def is_valid(edges, order):
    return eval("(" * 5000 + "1" + ")" * 5000) == 1
