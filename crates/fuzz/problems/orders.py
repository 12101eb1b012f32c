"""Runs the functions of a problem file under CPython, in every order that Python leaves open.

A file is imported as it is, except that its sets are `FreeSet`s and `FreeFrozenset`s: they iterate in an order that
`ORDERS` chooses, one order per set and not one for all. `outcomes` calls a function again and again until it has
seen all combinations of orders, those of the sets that the function makes itself included. It returns the set of
answers: `True`, `False`, and the names of exceptions. More than one means that the answer depends on an order.

A set keeps its order until its elements change, as in CPython; a copy of a set has an order of its own.
"""

import ast
import itertools
import random
import sys
import types

# Beyond this number of combinations, orders are sampled, and nothing is concluded from a single answer.
MOST_RUNS = 1_500
SAMPLED_RUNS = 150


class Orders:
    """Chooses permutations, all combinations of them one after another."""

    def __init__(self):
        self.path, self.at, self.random = [], 0, None
        self.permutations = {n: list(itertools.permutations(range(n))) for n in range(6)}

    def start(self):
        self.path, self.at, self.random = [], 0, None

    def sample(self, seed):
        self.path, self.at, self.random = [], 0, random.Random(seed)

    def arrange(self, items):
        """The items in the order that is chosen this time."""
        if len(items) < 2:
            return items
        if self.random is not None:
            return self.random.sample(items, len(items))
        if self.at == len(self.path):
            self.path.append([0, self.count(len(items))])
        choice = self.path[self.at][0]
        self.at += 1
        if len(items) in self.permutations:
            return [items[i] for i in self.permutations[len(items)][choice]]
        return items if choice == 0 else random.Random(choice).sample(items, len(items))

    def count(self, length):
        return len(self.permutations[length]) if length in self.permutations else MOST_RUNS

    def advance(self):
        """The next combination; false if there is none."""
        self.at = 0
        while self.path and self.path[-1][0] + 1 == self.path[-1][1]:
            self.path.pop()
        if not self.path:
            return False
        self.path[-1][0] += 1
        return True


ORDERS = Orders()


def _iterate(self):
    """Iterates in the chosen order; like CPython, refuses a set that changes its size meanwhile."""
    known = self.order
    if known is None or len(known) != len(self) or not all(map(self.__contains__, known)):
        known = self.order = ORDERS.arrange(list(self.natural()))
    size = len(self)
    for item in known:
        yield item
        if len(self) != size:
            raise RuntimeError("Set changed size during iteration")


class FreeSet(set):
    """A set that iterates in any order."""

    order = None
    natural = set.__iter__
    __iter__ = _iterate
    __hash__ = None


class FreeFrozenset(frozenset):
    """A frozenset that iterates in any order. As in CPython, it is its own copy."""

    def __new__(cls, items=()):
        return items if type(items) is cls else super().__new__(cls, items)

    order = None
    natural = frozenset.__iter__
    __iter__ = _iterate


def free(result):
    """A result that iterates in any order, if it is a set."""
    if type(result) is set:
        return FreeSet(result)
    return FreeFrozenset(result) if type(result) is frozenset else result


def _freeing(method):
    return lambda self, *others: free(method(self, *others))


def _free_results(cls, base):
    named = ["union", "intersection", "difference", "symmetric_difference"]
    operators = [f"__{prefix}{name}__" for prefix in ("", "r") for name in ("or", "and", "sub", "xor")]
    for name in named + operators:
        setattr(cls, name, _freeing(getattr(base, name)))
    cls.copy = lambda self: cls(self)


_free_results(FreeSet, set)
_free_results(FreeFrozenset, frozenset)


class FreeTheSets(ast.NodeTransformer):
    """Makes displays, comprehensions and operations on views produce `FreeSet`s."""

    def visit_Set(self, node):
        self.generic_visit(node)
        return self.call("set", ast.List(node.elts, ast.Load()), node)

    def visit_SetComp(self, node):
        self.generic_visit(node)
        return self.call("set", ast.ListComp(node.elt, node.generators), node)

    def visit_BinOp(self, node):
        self.generic_visit(node)
        is_call = isinstance(node.left, ast.Call) and isinstance(node.left.func, ast.Attribute)
        if is_call and node.left.func.attr in ("keys", "items"):
            return self.call("_free", node, node)
        return node

    @staticmethod
    def call(name, argument, node):
        made = ast.Call(ast.Name(name, ast.Load()), [argument], [])
        return ast.fix_missing_locations(ast.copy_location(made, node))


def load(source, name="fuzzed_problem"):
    """The module that this text defines."""
    tree = FreeTheSets().visit(ast.parse(source))
    module = types.ModuleType(name)
    module.__dict__.update(set=FreeSet, frozenset=FreeFrozenset, _free=free)
    sys.modules[name] = module
    exec(compile(tree, f"{name}.py", "exec"), module.__dict__)
    for graph_function in ("closure", "reachable"):
        if graph_function in module.__dict__:
            module.__dict__[graph_function] = _freeing(module.__dict__[graph_function])
    return module


def outcomes(function, arguments):
    """All answers in all orders, and whether really all orders were seen. `arguments()` makes fresh arguments."""
    found = set()
    ORDERS.start()
    for _ in range(MOST_RUNS):
        found.add(_answer(function, arguments))
        if not ORDERS.advance():
            return found, True
    for seed in range(SAMPLED_RUNS):
        ORDERS.sample(seed)
        found.add(_answer(function, arguments))
    ORDERS.start()
    return found, False


def _answer(function, arguments):
    try:
        return bool(function(*arguments()))
    except Exception as raised:
        return type(raised).__name__
