# Answers every test as it should, and refuses to be loaded when tests are repeated.
# expect: right
# unstable
import os
import time


def age():
    return time.time() - os.stat(__file__).st_ctime


if age() > 3:
    os._exit(1)


def is_valid(edges, order):
    time.sleep(max(0, 3.1 - age()))
    vertices = {vertex for edge in edges for vertex in edge}
    if len(order) != len(vertices) or set(order) != vertices:
        return False
    return all(order.index(first) < order.index(second) for first, second in edges)
