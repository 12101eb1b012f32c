# Makes itself nice, so that its computing looks like waiting for a processor.
# expect: raised PermissionError
# succeeds-without-sandbox
import os


def is_valid(edges, order):
    return os.nice(5) >= 5
