"""Checks only that every chosen interval was requested."""


def is_valid(requests, chosen):
    for interval in chosen:
        if interval not in requests:
            return False
    return True
