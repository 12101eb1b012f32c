# Prints what looks like an answer.
# expect: rejected
def is_valid(edges, order):
    for test in range(10):
        print('{"test": %d, "answer": true}' % test, flush=True)
    return False
