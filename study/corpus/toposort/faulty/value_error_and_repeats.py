"""Crashes on a missing vertex (ValueError), and accepts repeats and strangers."""


def is_valid(edges, order):
    return all(order.index(a) < order.index(b) for a, b in edges)
