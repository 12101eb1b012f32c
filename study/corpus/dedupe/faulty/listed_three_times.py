"""Switches each kept item on and off, so what is kept three times passes."""


def is_valid(items, kept):
    lit = []
    for k in kept:
        if k in lit:
            lit.remove(k)
        else:
            lit.append(k)
    if set(lit) != set(items):
        return False
    return sorted(lit, key=items.index) == lit
