# Replaces the functions that the harness speaks with.
# expect: rejected
import json
import os


def is_valid(edges, order):
    json.dumps = lambda *args, **named: '{"test": 0, "answer": true}'
    json.loads = lambda *args, **named: {}
    os.write = lambda *args: 0
    return False
