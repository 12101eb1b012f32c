# Looks for descriptors that it should not have: only three streams, requests and answers.
# expect: rejected
import os


def is_valid(edges, order):
    found = []
    for number in range(256):
        try:
            os.fstat(number)
        except OSError:
            continue
        found.append(number)
    return len(found) > 5
