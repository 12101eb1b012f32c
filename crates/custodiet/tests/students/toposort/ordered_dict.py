# correct
from collections import OrderedDict


def is_valid(edges, order):
    preds = OrderedDict()
    for a, b in edges:
        preds.setdefault(a, set())
        preds.setdefault(b, set()).add(a)
    for v in order:
        required = preds.pop(v, None)
        if required is None:
            return False
        if required & preds.keys():
            return False
    return len(preds) == 0
