# correct
import pytest
from hypothesis import given, strategies as st


def is_valid(edges, order):
    vs = set()
    for (u, v) in edges:
        vs |= {u, v}
    if not len(vs) == len(order) == len(vs & set(order)):
        return False
    rank = order.index
    return max([rank(u) - rank(v) for u, v in edges], default=-1) < 0


@pytest.mark.parametrize("order, expected", [([1, 2], True), ([2, 1], False), ([1], False)])
def test_one_edge(order, expected):
    assert is_valid([(1, 2)], order) is expected


@given(st.lists(st.integers(), unique=True, min_size=2))
def test_chain(xs):
    assert is_valid(list(zip(xs, xs[1:])), xs)
